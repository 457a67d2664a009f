package dev.weir.catalog;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Creates two sample files, of 200 KiB and 20 MiB. The server offers them if the configuration names no folder. */
public final class Samples {
    private static final long SEED = 2011;
    private static final int BLOCK_KIBIBYTES = 64;

    private Samples() {}

    /**
     * Creates a temporary folder with the sample files and returns its path. The files have the same content each time.
     * The folder is deleted when the process ends.
     */
    public static Path create() throws IOException {
        Path root = Files.createTempDirectory("weir-samples-");
        root.toFile().deleteOnExit(); // paths are deleted in reverse order, so the files go before the folder
        write(root.resolve("sample-200KiB.bin"), 200);
        write(root.resolve("sample-20MiB.bin"), 20 * 1024);
        return root;
    }

    private static void write(Path file, int kibibytes) throws IOException {
        // A fixed seed, so that downloads from two servers can be compared.
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] block = new byte[BLOCK_KIBIBYTES * 1024];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int left = kibibytes; left > 0; left -= BLOCK_KIBIBYTES) {
                random.nextBytes(block);
                out.write(block, 0, Math.min(left, BLOCK_KIBIBYTES) * 1024);
            }
        }
        file.toFile().deleteOnExit();
    }
}
