package io.tiergate.scheduler.state;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs while this is open, a text {@code LEVEL message} a record. */
final class LogLines extends Handler {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger; // held, as the log manager holds it weakly

    LogLines(Class<?> of) {
        logger = Logger.getLogger(of.getName());
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord entry) {
        String level = entry.getLevel().equals(Level.SEVERE)
                ? "ERROR"
                : entry.getLevel().getName();
        lines.add(level + " " + MessageFormat.format(entry.getMessage(), entry.getParameters()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
