package io.tiergate.scheduler.log;

/**
 * One upstream call.
 *
 * @param tier the tier of its slot
 * @param source the source's name
 * @param model the published model id
 * @param failureClass the id of its failure class, or null where it served
 * @param status the upstream's HTTP status, 0 where no answer came
 * @param millis from its start to its end
 * @param probe whether it was a probe or a trial
 * @param message why it failed, or null; without secrets
 */
public record AttemptRecord(
        int tier,
        String source,
        String model,
        String failureClass,
        int status,
        long millis,
        boolean probe,
        String message) {}
