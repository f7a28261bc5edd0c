package io.tiergate.scheduler.state;

import io.tiergate.scheduler.state.StateJson.Document;
import io.tiergate.scheduler.time.TimeSource;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file {@code proxy-state.json}: one JSON object of version 1, for its owner alone, replaced whole at each write. A file of
 * another make is set aside, never overwritten. Thread-safe; one file has one {@code StateFile} in one process.
 */
public final class StateFile {
    private static final System.Logger LOG = System.getLogger(StateFile.class.getName());

    private final Path file;
    private final Path temporary;
    private final TimeSource time;
    private final Folder folder;

    /** The last load's members for others; null before the first load. */
    private ObjectNode others;

    /** Whether the path still holds a file that could not be read nor yet be set aside. */
    private boolean occupied;

    /** Makes the access to a file, which need not exist yet, nor its folder. */
    public StateFile(Path file, TimeSource time) {
        this(file, time, new Folder());
    }

    StateFile(Path file, TimeSource time, Folder folder) {
        this.file = file.toAbsolutePath();
        this.temporary = beside(".tmp");
        this.time = time;
        this.folder = folder;
    }

    /**
     * Returns what the file holds, empty where there is none. A file that cannot be read, is no JSON or no state of version 1 is
     * renamed to {@code <name>.bak.<Unix ms>}, which is logged at ERROR, and the state begins anew.
     */
    public synchronized PersistedState load() {
        Document document = Document.empty();
        occupied = false;
        try {
            document = StateJson.read(folder.read(file));
        } catch (NoSuchFileException e) {
            // the first start
        } catch (IOException e) {
            refuse("it cannot be read: " + reason(e));
        } catch (ForeignStateException e) {
            refuse(e.getMessage());
        }
        others = document.others();
        return document.state();
    }

    /**
     * Replaces the file; on disk on return. What the last {@link #load} found beside our own members is written again.
     *
     * @throws IOException where it cannot be written: the old file is whole, unless the failure was the very last step, when the
     *     new one is
     * @throws IllegalStateException before the first load, which alone knows whether the file is ours
     */
    public synchronized void write(PersistedState state) throws IOException {
        if (others == null) {
            throw new IllegalStateException("load " + file + " before writing it");
        }
        if (occupied) {
            setAside();
        }
        byte[] bytes = StateJson.write(new Document(state, others));
        folder.make(file.getParent());
        try {
            folder.writeNew(temporary, bytes);
            folder.replace(temporary, file);
        } catch (IOException | RuntimeException e) {
            dropTemporary(e);
            throw e;
        }
        folder.sync(file.getParent());
    }

    /** Returns an I/O failure in a line: its kind, as the message of some is a path only, and its message. */
    static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    Path path() {
        return file;
    }

    private void refuse(String why) {
        occupied = true;
        try {
            Path backup = setAside();
            LOG.log(
                    System.Logger.Level.ERROR,
                    "GW3101 {0} is not used: {1} (expected: a state file of version 1). It is kept as {2}, and cooldowns, cursors"
                            + " and quotas begin anew. To go back, stop the gateway, mend that file and rename it.",
                    file,
                    why,
                    backup.getFileName());
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "GW3102 {0} is not used: {1} (expected: a state file of version 1). It cannot be renamed either ({2}), so no"
                            + " state is written until it can: move it away, or mend the permissions of its folder.",
                    file,
                    why,
                    reason(e));
        }
    }

    private Path setAside() throws IOException {
        long stamp = time.instant().toEpochMilli();
        Path backup = beside(".bak." + stamp);
        while (folder.exists(backup)) {
            backup = beside(".bak." + ++stamp);
        }
        try {
            folder.rename(file, backup);
        } catch (NoSuchFileException e) {
            // someone moved it away, as we asked
        }
        occupied = false;
        folder.sync(file.getParent());
        return backup;
    }

    private void dropTemporary(Exception cause) {
        try {
            folder.delete(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private Path beside(String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }
}
