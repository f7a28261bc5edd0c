package io.tiergate.scheduler.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** What the state file does to its folder, on the disk of this machine. Tests put a full or a slow one in its place. */
class Folder {
    private static final FileAttribute<?>[] NONE = {};

    byte[] read(Path file) throws IOException {
        return Files.readAllBytes(file);
    }

    boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes the folder where it is missing, for its owner alone. */
    void make(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, ownerOnly(folder, "rwx------"));
        }
    }

    /** Writes a file that only its owner may read, in place of what a killed process left there; on disk on return. */
    void writeNew(Path file, byte[] bytes) throws IOException {
        Files.deleteIfExists(file);
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file, "rw-------"))) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    /** Puts a file in another's place in one step: whoever reads sees the old one or the new one whole. */
    void replace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Renames; never replaces a file. */
    void rename(Path from, Path to) throws IOException {
        Files.move(from, to);
    }

    void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /** Brings renamings onto the disk; only POSIX systems can open a folder for that. */
    void sync(Path folder) throws IOException {
        if (isPosix(folder)) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : NONE;
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
