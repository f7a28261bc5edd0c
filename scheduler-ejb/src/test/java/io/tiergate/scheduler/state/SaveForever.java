package io.tiergate.scheduler.state;

import io.tiergate.scheduler.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process to be killed. Counts up from the number in the file, forces each number to the disk in every record, and then
 * says it on a line of its own.
 */
final class SaveForever {
    static final int RECORDS = 100;

    private SaveForever() {}

    /** {@code args[0]} is the file. */
    public static void main(String[] args) {
        StateFile file = new StateFile(Path.of(args[0]), TimeSource.system());
        AtomicLong number = new AtomicLong(number(file.load()));
        StateWriter writer = StateWriter.start(file, () -> state(number.get()), TimeSource.system(), trouble -> {});
        while (true) {
            long next = number.incrementAndGet();
            if (!writer.saveNow(Duration.ofSeconds(30))) {
                throw new IllegalStateException("not saved: " + writer.trouble());
            }
            System.out.println(next);
        }
    }

    static PersistedState state(long number) {
        Map<String, ModelRecord> models = new HashMap<>();
        for (int i = 0; i < RECORDS; i++) {
            ModelRecord model = new ModelRecord("hash", "model-" + i, number, number, "error", number, number);
            models.put(model.key(), model);
        }
        return new PersistedState(models, Map.of(), Map.of(), Map.of());
    }

    /** Returns the number in the state, 0 in an empty one. */
    static long number(PersistedState state) {
        return state.modelState().values().stream()
                .mapToLong(ModelRecord::updatedAt)
                .max()
                .orElse(0);
    }
}
