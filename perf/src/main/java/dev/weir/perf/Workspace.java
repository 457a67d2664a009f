package dev.weir.perf;

import dev.weir.perf.load.ExpectedBody;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The folders of a run: the result's, and a temporary one that the servers serve.
 *
 * <p>The served content is random, from a fixed seed: a repeated or missing chunk cannot look right by chance, and
 * every run serves the same bytes.
 */
final class Workspace {
    private static final long SEED = 20260101;
    private static final int BLOCK = 64 * 1024;

    private final Path directory;
    private final Path root;

    private Workspace(Path directory, Path root) {
        this.directory = directory;
        this.root = root;
    }

    static Workspace open(Path directory) throws IOException {
        Files.createDirectories(directory.resolve("logs"));
        Path root = Files.createTempDirectory("weir-perf-");
        // Also when the run is interrupted; what is named last is deleted first.
        root.toFile().deleteOnExit();
        return new Workspace(directory.toAbsolutePath().normalize(), root);
    }

    /** Makes a file to download. */
    ExpectedBody serve(String name, int bytes) throws IOException {
        Path file = root.resolve(name);
        file.toFile().deleteOnExit();
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] block = new byte[BLOCK];
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int left = bytes; left > 0; left -= BLOCK) {
                random.nextBytes(block);
                out.write(block, 0, Math.min(left, BLOCK));
            }
        }
        return ExpectedBody.of(file);
    }

    Path root() {
        return root;
    }

    Path directory() {
        return directory;
    }

    Path log(String trial) {
        return directory.resolve("logs").resolve(trial + ".log");
    }

    Path histograms(String trial) {
        return directory.resolve(trial + ".hlog");
    }

    /**
     * Where the modules lie: two folders above the jar that runs this, or here.
     *
     * <p>Run by {@code java -jar}, the class path is that jar and nothing else.
     */
    static Path modules() {
        Path here = Path.of("").toAbsolutePath();
        Path running = here.resolve(System.getProperty("java.class.path"));
        return running.endsWith(Path.of("perf", "target", "perf.jar"))
                ? running.resolve("../../..").normalize()
                : here;
    }
}
