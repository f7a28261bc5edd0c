package io.tiergate.adapter.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.Json;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a {@link Failure} says beside class, scope and wait. */
class FailureTest {
    @Test
    void aCallersFaultKeepsTheUpstreamsStatusTypeCodeParamAndMessage() {
        Failure failure = answered(
                400,
                FailureCase.error(
                        "invalid_request_error", "invalid_image", "messages.7: image exceeds 2000 pixels", "messages"));
        assertThat(failure.failureClass()).isEqualTo(FailureClass.CALLER_FAULT);
        assertThat(failure.status()).isEqualTo(400);
        assertThat(failure.type()).isEqualTo("invalid_request_error");
        assertThat(failure.code()).isEqualTo("invalid_image");
        assertThat(failure.param()).isEqualTo("messages");
        assertThat(failure.message()).isEqualTo("messages.7: image exceeds 2000 pixels");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422})
    void aRejectedPayloadIsTheCallersFaultWithItsOwnStatus(int status) {
        Failure failure =
                answered(status, FailureCase.error("invalid_request_error", "invalid_image", "m", "messages"));
        assertThat(failure.failureClass()).isEqualTo(FailureClass.CALLER_FAULT);
        assertThat(failure.scope()).isEqualTo(FailureScope.NONE);
        assertThat(failure.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    {'error':{'message':'m','type':'t','code':7}}                     | t                | 7    | -      | m
                    {'error':'m'}                                                     | -                | -    | -      | m
                    {'error':[{'message':'m','type':'t'}]}                            | t                | -    | -      | m
                    {'code':'c','error':'m'}                                          | -                | c    | -      | m
                    {'object':'error','message':'m','type':'t','param':'p','code':4}  | t                | 4    | p      | m
                    {'type':'error','error':{'type':'t','message':'m'}}               | t                | -    | -      | m
                    [{'error':{'code':400,'message':'m','status':'INVALID'}}]         | INVALID          | 400  | -      | m
                    {'code':'c','message':'m','request_id':'r'}                       | -                | c    | -      | m
                    {'Response':{'Error':{'Code':'c','Message':'m'}}}                 | -                | c    | -      | m
                    {'error_code':336003,'error_msg':'m'}                             | -                | 336003 | -    | m
                    {'base_resp':{'status_code':2013,'status_msg':'m'}}               | -                | 2013 | -      | m
                    {'code':20015,'message':'m','data':null}                          | -                | 20015 | -     | m
                    {'message':'m','id':'x'}                                          | -                | -    | -      | m
                    {'detail':'m'}                                                    | -                | -    | -      | m
                    {'detail':[{'loc':['body','n'],'msg':'m','type':'t'}]}            | t                | -    | body.n | m
                    {'fault':{'faultstring':'m','detail':{'errorcode':'c'}}}          | -                | c    | -      | m
                    {'type':'urn:x','title':'T','status':400,'detail':'m'}            | urn:x            | -    | -      | m
                    {'title':'T','status':400}                                        | -                | -    | -      | T
                    {'msg':'m'}                                                       | -                | -    | -      | m
                    {'err':'m'}                                                       | -                | -    | -      | m
                    {'error_msg':'m'}                                                 | -                | -    | -      | m
                    {'header':{'message':'m'}}                                        | -                | -    | -      | m
                    {'response':{'error':{'message':'m','code':'c'}}}                 | -                | c    | -      | m
                    {'success':false,'errors':[{'code':7003,'message':'m'}]}          | -                | 7003 | -      | m
                    {'ErrorMsg':{'Msg':'m','Code':5}}                                 | -                | 5    | -      | m
                    """)
    void readsEachShapeOfBody(String body, String type, String code, String param, String message) {
        Failure failure = answered(400, FailureCase.json(body));
        assertThat(failure.type()).isEqualTo(type);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.param()).isEqualTo(param);
        assertThat(failure.message()).isEqualTo(message);
    }

    @Test
    void aRelaysWrappedErrorShowsWhatItsSupplierSaid() {
        Failure failure = answered(
                400,
                "{\"error\":{\"code\":400,\"message\":\"Provider returned error\",\"metadata\":"
                        + "{\"raw\":\"{\\\"error\\\":{\\\"message\\\":\\\"bad image\\\"}}\"}}}");
        assertThat(failure.message()).isEqualTo("bad image");
    }

    @ParameterizedTest
    @CsvSource({
        "500, '', the upstream answered 500 without a message",
        "502, <html>x</html>, the upstream answered 502 with a web page",
        "200, <html>x</html>, the upstream answered with a web page; the base URL may lack its /v1",
        "200, '', the upstream's answer was empty",
        "200, '{}', the upstream reported an error without a message",
        "302, '', 'the upstream answered 302, a redirect, which is not followed'"
    })
    void anAnswerWithoutWordsGetsOurs(int status, String body, String message) {
        assertThat(answered(status, body).message()).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"error\":{\"code\":503,\"message\":\"x\"}}', 503",
        "'{\"error\":{\"message\":\"failed: [504] x\"}}', 504",
        "'{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}', 529",
        "'{\"error\":{\"type\":\"invalid_request_error\"}}', 400",
        "'{\"error\":{\"code\":\"context_length_exceeded\"}}', 400",
        "'{\"error\":{\"code\":\"insufficient_quota\"}}', 429",
        "'{\"base_resp\":{\"status_code\":1004}}', 401",
        "'{\"error\":\"text\"}', 502"
    })
    void anErrorInsideA200HasTheStatusThatItNamesOrThatFits(String body, int status) {
        assertThat(answered(200, body).status()).isEqualTo(status);
    }

    @Test
    void anAnswersOwnStatusIsReportedWhateverItsBodyNames() {
        assertThat(answered(500, "{\"error\":{\"code\":429}}").status()).isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource(FailureClass.class)
    void theAdaptersClassWinsWithItsUsualScope(FailureClass named) {
        Failure failure = FailureClassifier.classify(signal(418, "{\"error\":\"m\"}"), Optional.of(named));
        assertThat(failure.failureClass()).isEqualTo(named);
        assertThat(failure.message()).isEqualTo("m");
        assertThat(failure.scope()).isEqualTo(Verdict.of(named).scope());
    }

    @Test
    void whereTheAdapterAgreesTheRulesScopeStays() {
        String body = FailureCase.dashScope("Model.AccessDenied", "x");
        Failure failure = FailureClassifier.classify(signal(403, body), Optional.of(FailureClass.CREDENTIALS));
        assertThat(failure.scope()).isEqualTo(FailureScope.SOURCE_KEY_MODEL);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 529})
    void theseStatusesAreQuick(int status) {
        assertThat(answered(status, "").quick()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 408, 409, 429, 501, 504, 520, 524})
    void otherStatusesAreNotQuick(int status) {
        assertThat(answered(status, "").quick()).isFalse();
    }

    @Test
    void a503ThatIsNoTransportFailureIsNotQuick() {
        assertThat(answered(503, FailureCase.error(null, "model_not_found", "x"))
                        .quick())
                .isFalse();
    }

    @Test
    void anErrorAfterContentIsNotQuick() {
        Failure failure = FailureClassifier.classify(
                FailureSignal.answer(503, Headers.none(), new byte[0], Phase.BODY, "h", FailureCase.NOW),
                Optional.empty());
        assertThat(failure.quick()).isFalse();
    }

    @Test
    void aStreamThatBreaksAfterA200IsReadFromItsException() {
        Failure failure = FailureClassifier.classify(
                new FailureSignal(
                        200,
                        Headers.none(),
                        new byte[0],
                        new SocketException("Connection reset"),
                        Phase.BODY,
                        "h",
                        FailureCase.NOW),
                Optional.empty());
        assertThat(failure.failureClass()).isEqualTo(FailureClass.TRANSPORT);
        assertThat(failure.message()).isEqualTo("the connection was cut within the answer");
    }

    @Test
    void anErrorAnswerThatBreaksOffIsReadFromWhatCame() {
        Failure failure = FailureClassifier.classify(
                new FailureSignal(
                        401,
                        Headers.none(),
                        new byte[0],
                        new SocketException("Connection reset"),
                        Phase.BODY,
                        "h",
                        FailureCase.NOW),
                Optional.empty());
        assertThat(failure.failureClass()).isEqualTo(FailureClass.CREDENTIALS);
    }

    @Test
    void noMoreThan64KiBOfABodyAreRead() {
        String long400 = FailureCase.error(null, "context_length_exceeded", "x".repeat(64 << 10));
        assertThat(answered(400, long400).failureClass()).isEqualTo(FailureClass.CALLER_FAULT);
    }

    @Test
    void aBodyOfDeepNestingIsText() {
        String deep = "{\"error\":".repeat(5_000) + "1" + "}".repeat(5_000);
        assertThat(answered(400, deep).failureClass()).isEqualTo(FailureClass.CALLER_FAULT);
    }

    static java.util.List<FailureCase> casesInsideA200() {
        return FailureCases.all().stream()
                .filter(c -> c.status() == 200 && c.body().startsWith("{"))
                // A whole answer that a filter ended is an answer.
                .filter(c -> !c.body().contains("finish_reason") || c.body().contains("\"error\""))
                .filter(c -> !c.body().contains("finishReason") && !c.body().contains("blockReason"))
                .filter(c -> !c.body().equals("{\"choices\":[]}"))
                // Bedrock's frames say in their headers that they are exceptions; their adapter knows.
                .filter(c -> !c.body().contains("Exception\":{"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("casesInsideA200")
    void eachErrorInsideA200LooksLikeOne(FailureCase answer) {
        assertThat(FailureClassifier.looksLikeError(Json.parse(answer.body()))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'error':{'code':429,'message':'x'}}]",
                "{'error':true}",
                "{'error':{'message':''}}",
                "{'object':'error','message':'x'}",
                "{'type':'error','code':'server_error'}",
                "{'type':'response.failed','response':{'error':{'code':'x'}}}",
                "{'choices':[{'finish_reason':'error','error':{'code':502}}]}",
                "{'code':50505,'message':'x','data':null}"
            })
    void theseLookLikeErrorsToo(String body) {
        assertThat(FailureClassifier.looksLikeError(Json.parse(FailureCase.json(body))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':'c','object':'chat.completion','choices':[{'message':{'content':'error: x'}}]}",
                "{'id':'c','choices':[{'delta':{'content':'x'}}],'error':null}",
                "{'choices':[],'usage':{'total_tokens':3}}",
                "{'choices':[],'prompt_filter_results':[{'prompt_index':0}]}",
                "{'error':null}",
                "{'error':''}",
                "{'error':{}}",
                "{'error':[]}",
                "{'error':false}",
                "{'error':0}",
                "{'choices':[{'finish_reason':'error'}]}",
                "{'choices':[{'finish_reason':'content_filter','error':null}]}",
                "{'base_resp':{'status_code':0,'status_msg':'success'},'choices':[{}]}",
                "{'error_code':0,'result':'x'}",
                "{'id':'r','object':'response','status':'completed','error':null,'output':[]}",
                "{'type':'response.created','response':{'error':null}}",
                "{'type':'response.incomplete','response':{'incomplete_details':{'reason':'max_output_tokens'}}}",
                "{'type':'message','role':'assistant','content':[{'type':'text','text':'x'}]}",
                "{'type':'content_block_start','content_block':{'type':'web_search_tool_result',"
                        + "'content':{'type':'web_search_tool_result_error','error_code':'max_uses_exceeded'}}}",
                "{'candidates':[{'finishReason':'SAFETY'}]}",
                "{'promptFeedback':{'blockReason':'SAFETY'}}",
                "{'output':{'text':'x'},'code':'','message':'','request_id':'r'}",
                "{'output':{'text':'x'},'code':'200','message':'ok','request_id':'r'}",
                "{'code':20000,'message':'Ok','data':{'x':1}}",
                "{'Response':{'Choices':[],'Id':'x'}}",
                "{'model':'x','message':{'role':'assistant','content':'x'},'done':true}",
                "{'object':'list','data':[{'object':'embedding'}]}",
                "{}",
                "[]",
                "[1]",
                "'error'",
                "null",
                "7"
            })
    void anAnswerDoesNotLookLikeAnError(String body) {
        assertThat(FailureClassifier.looksLikeError(Json.parse(FailureCase.json(body))))
                .isFalse();
    }

    private static FailureSignal signal(int status, String body) {
        return FailureSignal.answer(
                status, Headers.none(), body.getBytes(StandardCharsets.UTF_8), Phase.HEADERS, "h", FailureCase.NOW);
    }

    private static Failure answered(int status, String body) {
        return FailureClassifier.classify(signal(status, body), Optional.empty());
    }
}
