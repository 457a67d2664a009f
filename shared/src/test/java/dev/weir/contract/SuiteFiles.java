package dev.weir.contract;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The served folder, and a bait around it: files outside that must never be served. */
final class SuiteFiles implements AutoCloseable {
    static final String TEXT = "A weir is a low dam that meters a stream.\n";
    static final String ODD_NAME = "50% \"odd\"; a+b's \u00e9t\u00e9 \u20ac.txt";
    /** The content of every file that must not be served. */
    static final String BAIT = "bait-that-nobody-may-see";
    /** Files under the root that must not be served either: their names begin with a dot. */
    static final List<String> HIDDEN =
            List.of(".env", "...", "..data", ".git/config", "sub/.deep/text.txt", "sub/deep/.text.txt");

    /** More than the kernel buffers for a client that does not read. */
    static final int LARGE_BYTES = 64 * 1024 * 1024;

    private final Path base;
    private final Path root;
    private final byte[] data = new byte[1024 * 1024 + 1];

    SuiteFiles() throws IOException {
        base = Files.createTempDirectory("weir-suite-");
        root = Files.createDirectory(base.resolve("root"));
        new Random(2011).nextBytes(data);
        served();
        bait();
    }

    /** The served folder. */
    Path root() {
        return root;
    }

    /** The server's log file. */
    Path log() {
        return base.resolve("server.log");
    }

    /** The bytes of {@code data.bin}. */
    byte[] data() {
        return data.clone();
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(base)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
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

    private void bait() throws IOException {
        Path outside = Files.createDirectory(base.resolve("outside"));
        Files.writeString(outside.resolve("bait.txt"), BAIT, StandardCharsets.UTF_8);
        Path sibling = Files.createDirectory(base.resolve("root-too")); // its name begins with the root's name
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
