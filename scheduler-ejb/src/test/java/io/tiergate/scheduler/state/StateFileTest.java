package io.tiergate.scheduler.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.scheduler.quota.QuotaLedgers;
import io.tiergate.scheduler.state.ScriptedFolder.Step;
import io.tiergate.scheduler.time.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateFileTest {
    private static final String HASH = "2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683";
    private static final ModelRecord MODEL = new ModelRecord(HASH, "qwen:a|b", 1_800_000_000_000L, 3, "用完", 7, 8);

    @TempDir
    Path folder;

    private final FakeTime time = new FakeTime();
    private final ScriptedFolder disk = new ScriptedFolder();
    private LogLines log;

    @BeforeEach
    void listen() {
        log = new LogLines(StateFile.class);
    }

    @AfterEach
    void stopListening() {
        log.close();
    }

    @Test
    void aMissingFileIsAnEmptyState() {
        assertThat(stateFile().load()).isEqualTo(PersistedState.empty());
        assertThat(names()).isEmpty();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void whatIsWrittenIsWhatIsLoaded() throws IOException {
        write(full());
        assertThat(stateFile().load()).isEqualTo(full());
    }

    @Test
    void theFileIsIndentedInOrderOfItsKeysAndReadableByHand() throws IOException {
        ModelRecord other = new ModelRecord("00", "z", 0, 0, null, 0, 5);
        write(new PersistedState(
                Map.of(MODEL.key(), MODEL, other.key(), other),
                Map.of("model_cursor:00", new RuntimeValue("1", 2), "key_cursor", new RuntimeValue("0", 1)),
                Map.of(),
                Map.of(HealthRecord.key("a", HASH, "m"), new HealthRecord("transport", 1, 2, 3, null, 4))));
        assertThat(text()).isEqualTo("""
                {
                  "version" : 1,
                  "modelState" : {
                    "00:z" : {
                      "keyHash" : "00",
                      "modelId" : "z",
                      "cooldownUntil" : 0,
                      "failureCount" : 0,
                      "lastError" : null,
                      "lastUsedAt" : 0,
                      "updatedAt" : 5
                    },
                    "HASH:qwen:a|b" : {
                      "keyHash" : "HASH",
                      "modelId" : "qwen:a|b",
                      "cooldownUntil" : 1800000000000,
                      "failureCount" : 3,
                      "lastError" : "用完",
                      "lastUsedAt" : 7,
                      "updatedAt" : 8
                    }
                  },
                  "runtimeState" : {
                    "key_cursor" : {
                      "value" : "0",
                      "updatedAt" : 1
                    },
                    "model_cursor:00" : {
                      "value" : "1",
                      "updatedAt" : 2
                    }
                  },
                  "slotUsage" : { },
                  "health" : {
                    "a|HASH|m" : {
                      "class" : "transport",
                      "since" : 1,
                      "until" : 2,
                      "step" : 3,
                      "lastError" : null,
                      "updatedAt" : 4
                    }
                  }
                }
                """.replace("HASH", HASH));
    }

    @Test
    void keysAreInOrderHoweverMany() throws IOException {
        Map<String, RuntimeValue> cursors = new HashMap<>();
        for (int i = 10; i < 40; i++) {
            cursors.put("cursor" + i, new RuntimeValue("0", 0));
        }
        write(new PersistedState(Map.of(), cursors, Map.of(), Map.of()));
        assertThat(text().lines().filter(line -> line.contains("cursor")))
                .hasSize(30)
                .isSorted();
    }

    @Test
    void aFileOfTheBriefsServiceLoadsAsItIs() throws IOException {
        given("""
                {"version": 1,
                 "modelState": {"whatever": {"keyHash": "HASH", "modelId": "qwen:a|b", "cooldownUntil": 1800000000000,
                   "failureCount": 3, "lastError": "用完", "lastUsedAt": 7, "updatedAt": 8}},
                 "runtimeState": {"key_cursor": {"value": "1", "updatedAt": 9}}}""");
        assertThat(stateFile().load())
                .isEqualTo(new PersistedState(
                        Map.of(HASH + ":qwen:a|b", MODEL),
                        Map.of("key_cursor", new RuntimeValue("1", 9)),
                        Map.of(),
                        Map.of()));
    }

    @Test
    void theEmptyFileOfTheBriefLoads() throws IOException {
        given("{\"version\": 1, \"modelState\": {}, \"runtimeState\": {}}");
        assertThat(stateFile().load()).isEqualTo(PersistedState.empty());
        assertThat(names()).containsExactly("proxy-state.json");
    }

    @Test
    void recordsMayStandInArraysAndOfTwoForTheSameTheNewerCounts() throws IOException {
        given("""
                {"version": 1,
                 "modelState": [{"keyHash": "h", "modelId": "m", "failureCount": 2, "updatedAt": 5},
                                {"keyHash": "h", "modelId": "m", "failureCount": 1, "updatedAt": 4}],
                 "runtimeState": [{"name": "key_cursor", "value": "1", "updatedAt": 9}]}""");
        PersistedState loaded = stateFile().load();
        assertThat(loaded.modelState()).containsOnly(Map.entry("h:m", new ModelRecord("h", "m", 0, 2, null, 0, 5)));
        assertThat(loaded.runtimeState()).containsOnly(Map.entry("key_cursor", new RuntimeValue("1", 9)));
    }

    @Test
    void nullsAndWhatAHandLeavesOutAreRead() throws IOException {
        given("""
                {"version": 1, "modelState": {"x": {"keyHash": "h", "modelId": "m", "lastError": null,
                   "lastUsedAt": null, "unknown": [1]}}, "runtimeState": {"key_cursor": {"value": 2}}, "health": null}""");
        PersistedState loaded = stateFile().load();
        assertThat(loaded.modelState()).containsOnly(Map.entry("h:m", new ModelRecord("h", "m", 0, 0, null, 0, 0)));
        assertThat(loaded.runtimeState()).containsOnly(Map.entry("key_cursor", new RuntimeValue("2", 0)));
    }

    @Test
    void membersNobodyKnowsAreWrittenAgain() throws IOException {
        given("{\"version\": 1, \"note\": {\"by\": [\"hand\", 1.50]}}");
        write(full());
        assertThat(text()).contains("\"note\" : {", "\"hand\", 1.50");
        assertThat(stateFile().load()).isEqualTo(full());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"version\": 1",
                "{\"version\": 1} {}",
                "[]",
                "{}",
                "{\"version\": 2}",
                "{\"version\": \"1\"}",
                "{\"version\": 1, \"modelState\": 5}",
                "{\"version\": 1, \"modelState\": {\"x\": {\"keyHash\": \"sk-secret\"}}}",
                "{\"version\": 1, \"modelState\": {\"sk-secret\": 1}}",
                "{\"version\": 1, \"runtimeState\": {\"x\": {}}}",
                "{\"version\": 1, \"slotUsage\": []}",
                "{\"version\": 1, \"slotUsage\": {\"x\": {\"used\": 1.5}}}",
                "{\"version\": 1, \"slotUsage\": {\"x\": {\"used\": 1e999999999}}}",
                "{\"version\": 1, \"slotUsage\": {\"x\": {\"used\": \"sk-secret\"}}}",
                "{\"version\": 1, \"health\": {\"x\": {\"since\": 1}}}",
                "sk-secret"
            })
    void aForeignFileIsSetAsideUntouchedAndSaidLoudlyWithoutQuotingIt(String content) throws IOException {
        given(content);
        StateFile file = stateFile();
        assertThat(file.load()).isEqualTo(PersistedState.empty());
        String backup = "proxy-state.json.bak." + time.instant().toEpochMilli();
        assertThat(names()).containsExactly(backup);
        assertThat(folder.resolve(backup)).hasContent(content);
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("ERROR GW3101")
                .contains(backup)
                .doesNotContain("sk-");
        file.write(full());
        assertThat(stateFile().load()).isEqualTo(full());
        assertThat(folder.resolve(backup)).hasContent(content);
    }

    @Test
    void aFileOfOtherBytesThanUtf8IsSetAside() throws IOException {
        Files.write(path(), new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'});
        assertThat(stateFile().load()).isEqualTo(PersistedState.empty());
        assertThat(log.lines()).singleElement().asString().startsWith("ERROR GW3101");
    }

    @Test
    void aBackupIsNeverOverwritten() throws IOException {
        long now = time.instant().toEpochMilli();
        Files.writeString(folder.resolve("proxy-state.json.bak." + now), "older");
        Files.createDirectory(folder.resolve("proxy-state.json.bak." + (now + 1)));
        given("foreign");
        stateFile().load();
        assertThat(folder.resolve("proxy-state.json.bak." + now)).hasContent("older");
        assertThat(folder.resolve("proxy-state.json.bak." + (now + 2))).hasContent("foreign");
    }

    @Test
    void aFileThatCannotBeReadIsSetAside() throws IOException {
        given("{\"version\": 1}");
        disk.breakAt(Step.READ, "Input/output error");
        assertThat(stateFile().load()).isEqualTo(PersistedState.empty());
        assertThat(names()).singleElement().asString().startsWith("proxy-state.json.bak.");
        assertThat(log.lines()).singleElement().asString().contains("Input/output error");
    }

    @Test
    void aForeignFileThatCannotBeSetAsideIsNotOverwrittenEither() throws IOException {
        given("foreign");
        disk.breakAt(Step.RENAME, "Read-only file system");
        StateFile file = stateFile();
        assertThat(file.load()).isEqualTo(PersistedState.empty());
        assertThat(log.lines()).singleElement().asString().startsWith("ERROR GW3102");
        assertThatThrownBy(() -> file.write(full())).isInstanceOf(IOException.class);
        assertThat(path()).hasContent("foreign");
        disk.mend();
        file.write(full());
        assertThat(stateFile().load()).isEqualTo(full());
        assertThat(names()).hasSize(2);
    }

    @Test
    void nothingIsWrittenBeforeTheFirstLoad() throws IOException {
        given("foreign");
        assertThatThrownBy(() -> stateFile().write(full())).isInstanceOf(IllegalStateException.class);
        assertThat(path()).hasContent("foreign");
    }

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"WRITE", "REPLACE"})
    void onAFullDiskTheOldFileStaysWholeAndNoTemporaryIsLeft(Step step) throws IOException {
        write(full());
        StateFile file = stateFile();
        file.load();
        disk.breakAt(step, "No space left on device");
        assertThatThrownBy(() -> file.write(PersistedState.empty())).hasMessage("No space left on device");
        assertThat(names()).containsExactly("proxy-state.json");
        assertThat(stateFile().load()).isEqualTo(full());
    }

    @Test
    void whereTheFolderCannotBeSyncedTheWriteFailedButTheFileIsWhole() throws IOException {
        StateFile file = stateFile();
        file.load();
        disk.breakAt(Step.SYNC, "Input/output error");
        assertThatThrownBy(() -> file.write(full())).isInstanceOf(IOException.class);
        disk.mend();
        assertThat(stateFile().load()).isEqualTo(full());
    }

    @Test
    void aTemporaryLeftByAKilledProcessIsReplaced() throws IOException {
        Files.writeString(folder.resolve("proxy-state.json.tmp"), "half");
        write(full());
        assertThat(names()).containsExactly("proxy-state.json");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerMayReadFileAndFolder() throws IOException {
        Path deep = folder.resolve("data/of/ours/proxy-state.json");
        StateFile file = new StateFile(deep, time);
        file.load();
        file.write(full());
        file.write(full());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(deep)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(deep.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void aModelsRecordStandsUnderItsOwnKey() {
        Map<String, ModelRecord> wrong = Map.of("h:m", MODEL);
        assertThatThrownBy(() -> new PersistedState(wrong, Map.of(), Map.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static PersistedState full() {
        return new PersistedState(
                Map.of(MODEL.key(), MODEL),
                Map.of("key_cursor", new RuntimeValue("1", 9)),
                Map.of(QuotaLedgers.name("AUTO", "a", "m|n", 2), new SlotUse(1, 20, 3, 4)),
                Map.of(HealthRecord.key("a", HASH, "m"), new HealthRecord("rate_limited", 1, 2, 0, "slow down", 4)));
    }

    private void write(PersistedState state) throws IOException {
        StateFile file = stateFile();
        file.load();
        file.write(state);
    }

    private StateFile stateFile() {
        return new StateFile(path(), time, disk);
    }

    private Path path() {
        return folder.resolve("proxy-state.json");
    }

    private void given(String text) throws IOException {
        Files.writeString(path(), text.replace("HASH", HASH));
    }

    private String text() throws IOException {
        return Files.readString(path());
    }

    private List<String> names() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
