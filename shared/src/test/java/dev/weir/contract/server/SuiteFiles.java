package dev.weir.contract.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The folder that a server serves in the tests, and files outside of this folder that must never be served. */
public class SuiteFiles implements AutoCloseable {
    public static final String TEXT = "A weir is a low dam that meters a stream.\n";
    public static final String ODD_NAME = "50% \"odd\"; a+b's \u00e9t\u00e9 \u20ac.txt";
    public static final String BAIT = "bait-that-nobody-may-see";
    /** Files under the root with a name or a folder that begins with a dot. The server must not serve them. */
    public static final List<String> HIDDEN =
            List.of(".env", "...", "..data", ".git/config", "sub/.deep/text.txt", "sub/deep/.text.txt");

    /** The length of the largest file. Sockets cannot buffer so many bytes for a client that does not read. */
    public static final int LARGE_BYTES = 64 * 1024 * 1024;

    /** The length of the largest file that a server keeps in memory, in bytes. */
    static final int SMALL_BYTES = 16 * 1024;

    private final Path base;
    private final Path root;
    private final boolean temporary;
    private final byte[] data = new byte[1024 * 1024 + 1];

    public SuiteFiles() throws IOException {
        this(Files.createTempDirectory("weir-suite-"), true);
    }

    /**
     * Writes files into {@code folder} and its subfolder {@code root}. No other files may be there. Closing deletes all
     * files, and keeps both folders.
     */
    public SuiteFiles(Path folder) throws IOException {
        this(folder, false);
    }

    private SuiteFiles(Path base, boolean temporary) throws IOException {
        this.base = base;
        this.temporary = temporary;
        root = Files.createDirectories(base.resolve("root"));
        new Random(2011).nextBytes(data);
        served();
        age();
        bait();
    }

    public Path root() {
        return root;
    }

    /**
     * Writes a file whose modification time is years ago.
     *
     * @param version files of different versions have different modification times
     */
    public Path old(String name, byte[] content, int version) throws IOException {
        Path file = Files.write(root.resolve(name), content);
        return Files.setLastModifiedTime(file, time(version));
    }

    /** Writes a file of {@link #SMALL_BYTES} bytes with an old modification time, and returns its content. */
    public byte[] small(String name) throws IOException {
        byte[] content = Arrays.copyOf(data, SMALL_BYTES);
        old(name, content, 0);
        return content;
    }

    /** Writes a file outside of the served folder, and returns its path. */
    Path secret(String name, String content) {
        try {
            return Files.writeString(base.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the file in which the server keeps the API keys that were changed at run time. */
    public Path keys() {
        return base.resolve("keys");
    }

    public Path log() {
        return base.resolve("server.log");
    }

    public Path accessLog() {
        return base.resolve("access.log");
    }

    public byte[] data() {
        return data.clone();
    }

    @Override
    public final void close() throws IOException {
        try (Stream<Path> all = Files.walk(base)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                if (temporary || (!path.equals(base) && !path.equals(root))) {
                    Files.delete(path);
                }
            }
        }
    }

    private void served() throws IOException {
        for (String name : new String[] {"text.txt", "plain", "page.html", "list.json", "what.weird", ODD_NAME}) {
            Files.writeString(root.resolve(name), TEXT);
        }
        Files.write(root.resolve("data.bin"), data);
        Files.createFile(root.resolve("empty.txt"));
        Files.createDirectories(root.resolve("sub/deep"));
        Files.writeString(root.resolve("sub/deep/text.txt"), TEXT);
        for (String name : HIDDEN) {
            Files.createDirectories(root.resolve(name).getParent());
            Files.writeString(root.resolve(name), BAIT);
        }
        Files.createSymbolicLink(root.resolve("link-inside"), Path.of("text.txt"));
        try (RandomAccessFile large =
                new RandomAccessFile(root.resolve("large.bin").toFile(), "rw")) {
            large.setLength(LARGE_BYTES);
        }
    }

    /** Makes all served files old. A server may keep a small file in memory only if the file is old. */
    private void age() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                Files.setLastModifiedTime(file, time(0));
            }
        }
    }

    private static FileTime time(int version) {
        return FileTime.from(Instant.parse("2020-01-01T00:00:00Z").plusSeconds(version));
    }

    private void bait() throws IOException {
        Path outside = Files.createDirectory(base.resolve("outside"));
        Files.writeString(outside.resolve("bait.txt"), BAIT, StandardCharsets.UTF_8);
        Path sibling = Files.createDirectory(base.resolve("root-too")); // its name begins like that of the root
        Files.writeString(sibling.resolve("bait.txt"), BAIT, StandardCharsets.UTF_8);
        Files.createSymbolicLink(root.resolve("link-outside"), outside.resolve("bait.txt"));
        Files.createSymbolicLink(root.resolve("link-relative"), Path.of("../outside/bait.txt"));
        Files.createSymbolicLink(root.resolve("link-folder"), outside);
        Files.createSymbolicLink(root.resolve("link-device"), Path.of("/dev/zero"));
        Files.createSymbolicLink(root.resolve("link-itself"), Path.of("link-itself"));
        Files.createSymbolicLink(root.resolve("link-dangling"), Path.of("gone.txt"));
        pipe(root.resolve("pipe"));
    }

    private static void pipe(Path path) throws IOException {
        try {
            int exit = new ProcessBuilder("mkfifo", path.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IOException("mkfifo ended with " + exit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
