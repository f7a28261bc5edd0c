package io.tiergate.scheduler.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * A file of the configuration as text.
 *
 * @param name for people
 * @param ours whether we write it
 */
record ConfigFile(Path path, String name, boolean ours, Problems problems) {
    private static final Set<PosixFilePermission> OF_OTHERS =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

    boolean exists() {
        return Files.exists(path);
    }

    /** Returns the text without a byte order mark; empty where it cannot be read, which is reported. */
    Optional<String> text() {
        try {
            if (Files.size(path) > YamlReader.LONGEST) {
                return refused(
                        ProblemCode.UNREADABLE,
                        "larger than " + Quantity.show(YamlReader.LONGEST),
                        "Make it smaller; is it the right file?");
            }
            byte[] bytes = Files.readAllBytes(path);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            String document = text.startsWith("\uFEFF") ? text.substring(1) : text;
            if (document.isBlank()) {
                return refused(
                        ProblemCode.EMPTY_FILE,
                        "an empty file (expected: a configuration)",
                        "Write it, or remove the file; for an empty configuration a comment is enough.");
            }
            return Optional.of(document);
        } catch (CharacterCodingException e) {
            return refused(ProblemCode.UNREADABLE, "not UTF-8", "Save the file as UTF-8.");
        } catch (IOException e) {
            return refused(
                    ProblemCode.UNREADABLE,
                    "not readable (" + e.getClass().getSimpleName() + ")",
                    "Let the user who runs the server read " + path + ".");
        }
    }

    /** Reports that the file is not there. */
    void missing() {
        refused(
                ProblemCode.UNREADABLE,
                "no such file: " + path,
                "Name a file that is there; without TIERGATE_CONFIG it is config.yaml in the home.");
    }

    /** Warns where the file system knows of others who may read the file, which holds keys. */
    void warnIfOthersMayRead() {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            if (permissions.stream().anyMatch(OF_OTHERS::contains)) {
                problems.add(
                        ProblemCode.READABLE_BY_OTHERS,
                        "",
                        new Place(name, 0, ours),
                        "a file with keys that others on this machine may read",
                        "Let only its owner read it (chmod 600 " + path + ").");
            }
        } catch (IOException | UnsupportedOperationException e) {
            // no such rights here, or the file is gone: nothing to warn of
        }
    }

    private Optional<String> refused(ProblemCode code, String what, String remedy) {
        problems.add(code, "", new Place(name, 0, ours), what, remedy);
        return Optional.empty();
    }
}
