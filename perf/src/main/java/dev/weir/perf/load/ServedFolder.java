package dev.weir.perf.load;

import dev.weir.perf.server.Cleanup;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The folder that the measured servers serve. Its files contain random bytes from a fixed seed. */
public record ServedFolder(Path root, Map<String, Target.ExpectedBody> files) {
    private static final int BLOCK = 64 * 1024;

    public static ServedFolder open() throws IOException {
        // Readable for all, because nginx's worker runs as another user.
        Path root = Files.createTempDirectory(Cleanup.folder(), "served-");
        root.toFile().setExecutable(true, false);
        root.toFile().setReadable(true, false);
        return new ServedFolder(root, new HashMap<>());
    }

    public Target.ExpectedBody file(String name, int bytes) throws IOException {
        Target.ExpectedBody known = files.get(name);
        if (known != null) {
            return known;
        }
        Path file = root.resolve(name);
        SplittableRandom random = new SplittableRandom(20260101);
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
}
