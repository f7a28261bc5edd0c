package io.tiergate.adapter.failure;

import static io.tiergate.adapter.failure.FailureCase.at;
import static io.tiergate.adapter.failure.FailureCase.error;
import static io.tiergate.adapter.failure.FailureCase.json;
import static io.tiergate.adapter.failure.FailureCase.one;
import static io.tiergate.adapter.failure.FailureClass.CALLER_FAULT;
import static io.tiergate.adapter.failure.FailureClass.CLIENT_GONE;
import static io.tiergate.adapter.failure.FailureClass.CONTEXT_TOO_LONG;
import static io.tiergate.adapter.failure.FailureClass.CREDENTIALS;
import static io.tiergate.adapter.failure.FailureClass.MODEL_MISSING;
import static io.tiergate.adapter.failure.FailureClass.QUOTA_USED_UP;
import static io.tiergate.adapter.failure.FailureClass.RATE_LIMITED;
import static io.tiergate.adapter.failure.FailureClass.TRANSPORT;

import io.tiergate.adapter.failure.FailureCase.Upstream;
import java.util.List;
import java.util.stream.Stream;

/** Cases of servers that people run themselves. */
final class SelfHostedCases {
    private SelfHostedCases() {}

    static Stream<FailureCase> all() {
        return Stream.of(ollama(), vllm(), llamaCpp(), lmStudio(), sglang(), tgi())
                .flatMap(List::stream);
    }

    private static List<FailureCase> ollama() {
        Upstream u = at("Ollama", "localhost");
        return List.of(
                u.says(400, one("error", "registry.ollama.ai/library/x does not support tools"), CALLER_FAULT),
                u.says(400, error("invalid_request_error", null, "x does not support thinking"), CALLER_FAULT),
                u.says(400, error("invalid_request_error", null, "invalid message content type: <nil>"), CALLER_FAULT),
                u.says(401, one("error", "unauthorized"), CREDENTIALS),
                u.says(403, one("error", "this model requires a subscription"), CREDENTIALS),
                u.says(404, error("not_found_error", null, "model 'x' not found"), MODEL_MISSING),
                u.says(404, one("error", "model \"x\" not found, try pulling it first"), MODEL_MISSING),
                u.says(429, one("error", "too many concurrent requests"), RATE_LIMITED),
                u.says(
                        429,
                        one("error", "you have reached your weekly usage limit, upgrade to continue"),
                        QUOTA_USED_UP),
                u.says(500, error("api_error", null, "llama runner process has terminated: exit status 2"), TRANSPORT),
                u.says(
                        500,
                        one("error", "model requires more system memory (9.8 GiB) than is available (4 GiB)"),
                        TRANSPORT),
                u.says(500, one("error", "unable to load model: x"), TRANSPORT),
                u.says(
                        503,
                        one("error", "server busy, please try again. maximum pending requests exceeded"),
                        TRANSPORT),
                u.says(499, one("error", "request canceled"), CLIENT_GONE),
                u.says(200, one("error", "an error was encountered while running the model"), TRANSPORT));
    }

    private static List<FailureCase> vllm() {
        Upstream u = at("vLLM", "gpu-1");
        return List.of(
                u.says(
                        400,
                        json("{'object':'error','message':'x','type':'BadRequestError','param':null,'code':400}"),
                        CALLER_FAULT),
                u.says(
                        400,
                        json("{'error':{'message':'x','type':'BadRequestError','param':null,'code':400}}"),
                        CALLER_FAULT),
                u.says(
                        400,
                        error(
                                "BadRequestError",
                                null,
                                "This model's maximum context length is 4096 tokens. However, you requested 5000"),
                        CONTEXT_TOO_LONG),
                u.says(401, one("error", "Unauthorized"), CREDENTIALS),
                u.says(
                        404,
                        json(
                                "{'error':{'message':'The model `x` does not exist.','type':'NotFoundError','param':'model','code':404}}"),
                        MODEL_MISSING),
                u.says(
                        422,
                        json(
                                "{'detail':[{'loc':['body','n'],'msg':'value is not a valid integer','type':'type_error'}]}"),
                        CALLER_FAULT),
                u.says(
                        500,
                        json("{'error':{'message':'EngineCore failed','type':'InternalServerError','code':500}}"),
                        TRANSPORT),
                u.says(503, "", TRANSPORT),
                u.says(
                        200,
                        json("{'error':{'message':'EngineDeadError','type':'InternalServerError','code':500}}"),
                        TRANSPORT),
                u.says(200, json("data: {'error':{'message':'x','code':500}}\n\ndata: [DONE]\n\n"), TRANSPORT));
    }

    private static List<FailureCase> llamaCpp() {
        Upstream u = at("llama.cpp", "gpu-2");
        return List.of(
                u.says(400, json("{'error':{'code':400,'message':'x','type':'invalid_request_error'}}"), CALLER_FAULT),
                u.says(
                        400,
                        json(
                                "{'error':{'code':400,'message':'the request exceeds the available context size','n_ctx':4096,"
                                        + "'type':'exceed_context_size_error','n_prompt_tokens':9000}}"),
                        CONTEXT_TOO_LONG),
                u.says(
                        401,
                        json("{'error':{'code':401,'message':'Invalid API Key','type':'authentication_error'}}"),
                        CREDENTIALS),
                u.says(403, json("{'error':{'code':403,'message':'x','type':'permission_error'}}"), CREDENTIALS),
                u.says(
                        404,
                        json("{'error':{'code':404,'message':'File Not Found','type':'not_found_error'}}"),
                        MODEL_MISSING),
                u.says(500, json("{'error':{'code':500,'message':'x','type':'server_error'}}"), TRANSPORT),
                u.says(
                        500,
                        json(
                                "{'error':{'code':500,'message':'input is too large to process. increase the physical batch size',"
                                        + "'type':'server_error'}}"),
                        CONTEXT_TOO_LONG),
                u.says(501, json("{'error':{'code':501,'message':'x','type':'not_supported_error'}}"), CALLER_FAULT),
                u.says(
                        503,
                        json("{'error':{'code':503,'message':'Loading model','type':'unavailable_error'}}"),
                        TRANSPORT),
                u.says(
                        503,
                        json("{'error':{'code':503,'message':'no slot available','type':'unavailable_error'}}"),
                        TRANSPORT));
    }

    private static List<FailureCase> lmStudio() {
        Upstream u = at("LM Studio", "localhost");
        return List.of(
                u.says(
                        404,
                        json(
                                "{'error':{'message':'x','type':'invalid_request_error','param':'model','code':'model_not_found'}}"),
                        MODEL_MISSING),
                u.says(200, one("error", "Unexpected endpoint or method. (POST /chat/completions)"), CREDENTIALS),
                u.says(
                        400,
                        one(
                                "error",
                                "Trying to keep the first 9000 tokens, which is greater than the context length of 4096"),
                        CONTEXT_TOO_LONG),
                u.says(
                        200,
                        one("error", "The number of tokens to keep is greater than the context length"),
                        CONTEXT_TOO_LONG),
                u.says(500, one("error", "The model has crashed without additional information."), TRANSPORT),
                u.says(200, one("error", "Model unloaded."), TRANSPORT));
    }

    private static List<FailureCase> sglang() {
        Upstream u = at("SGLang", "gpu-3");
        return List.of(
                u.says(
                        400,
                        json("{'object':'error','message':'x','type':'BadRequestError','param':null,'code':400}"),
                        CALLER_FAULT),
                u.says(
                        400,
                        json(
                                "{'object':'error','message':'The input (9000 tokens) is longer than the model\u2019s context size',"
                                        + "'type':'BadRequestError','code':400}"),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        error(
                                "BadRequestError",
                                null,
                                "The input (9000 tokens) is longer than the model's context length (4096)."),
                        CONTEXT_TOO_LONG),
                u.says(
                        503,
                        json("{'object':'error','message':'The request queue is full.','type':'x','code':503}"),
                        TRANSPORT),
                u.says(
                        503,
                        json(
                                "{'object':'error','message':'The request is aborted by a higher priority request.','code':503}"),
                        TRANSPORT),
                u.says(
                        500,
                        json("{'object':'error','message':'x','type':'InternalServerError','code':500}"),
                        TRANSPORT),
                u.says(
                        200,
                        json("{'error':{'object':'error','message':'The request queue is full.','code':503}}"),
                        TRANSPORT));
    }

    private static List<FailureCase> tgi() {
        Upstream u = at("Text Generation Inference", "gpu-4");
        return List.of(
                u.says(
                        422,
                        json(
                                "{'error':'Input validation error: `temperature` must be positive','error_type':'validation'}"),
                        CALLER_FAULT),
                u.says(
                        422,
                        json("{'error':'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096.',"
                                + "'error_type':'validation'}"),
                        CONTEXT_TOO_LONG),
                u.says(422, json("{'error':'x','error_type':'template_error'}"), CALLER_FAULT),
                u.says(422, json("{'error':'x','error_type':'tool_error'}"), CALLER_FAULT),
                u.says(424, json("{'error':'Request failed during generation','error_type':'generation'}"), TRANSPORT),
                u.says(429, json("{'error':'Model is overloaded','error_type':'overloaded'}"), TRANSPORT),
                u.says(500, json("{'error':'Incomplete generation','error_type':'incomplete_generation'}"), TRANSPORT),
                u.says(200, json("{'error':'Model is overloaded','error_type':'overloaded'}"), TRANSPORT),
                u.says(200, json("{'error':'x','error_type':'validation'}"), CALLER_FAULT));
    }
}
