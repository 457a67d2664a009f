package dev.weir.perf.trial;

import dev.weir.perf.load.Target;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The temporary folder that the servers serve.
 *
 * <p>Its files hold random bytes from a fixed seed. A repeated or missing chunk cannot look right by chance, and every run
 * serves the same bytes.
 */
public final class ServedFolder {
    private static final long SEED = 20260101;
    private static final int BLOCK = 64 * 1024;

    private final Path root;
    private final Map<String, Target.ExpectedBody> files = new HashMap<>();

    private ServedFolder(Path root) {
        this.root = root;
    }

    public static ServedFolder open() throws IOException {
        // nginx's worker runs as another user.
        Path root = Files.createTempDirectory("weir-perf-");
        root.toFile().setExecutable(true, false);
        root.toFile().setReadable(true, false);
        // Deletes in reverse order, files before the folder, also when the run is interrupted.
        root.toFile().deleteOnExit();
        return new ServedFolder(root);
    }

    /** A file of this size, which the first call creates. */
    public Target.ExpectedBody file(String name, int bytes) throws IOException {
        Target.ExpectedBody known = files.get(name);
        if (known != null) {
            return known;
        }
        Path file = owned(name);
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] block = new byte[BLOCK];
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int left = bytes; left > 0; left -= BLOCK) {
                random.nextBytes(block);
                out.write(block, 0, Math.min(left, BLOCK));
            }
        }
        Target.ExpectedBody body = Target.ExpectedBody.of(file);
        files.put(name, body);
        return body;
    }

    /** The path of a file that the caller writes. It is deleted with the others. */
    public Path owned(String name) {
        Path file = root.resolve(name);
        file.toFile().deleteOnExit();
        return file;
    }

    public Path root() {
        return root;
    }
}
