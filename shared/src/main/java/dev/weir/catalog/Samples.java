package dev.weir.catalog;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Creates two sample files, of 200 KiB and 20 MiB. The server offers them if the configuration names no folder with
 * files.
 */
public final class Samples {
    private static final long SEED = 2011;
    private static final int MEBIBYTE = 1 << 20;
    /**
     * All mebibytes of a sample file contain the same random bytes, but rotated. Each mebibyte is rotated by this
     * number of bytes more than the one before it.
     */
    private static final int SHIFT = 4_099;

    private Samples() {}

    /**
     * Creates a temporary folder with the sample files and returns its path. The files have the same content on each
     * call. The folder is deleted when the process ends.
     */
    public static Path create() throws IOException {
        Path root = Files.createTempDirectory("weir-samples-");
        root.toFile().deleteOnExit(); // paths are deleted in reverse order, so the files go before the folder
        byte[] bytes = new byte[MEBIBYTE];
        new SplittableRandom(SEED).nextBytes(bytes); // a fixed seed, so that downloads from two servers can be compared
        write(root.resolve("sample-200KiB.bin"), bytes, 200 << 10);
        write(root.resolve("sample-20MiB.bin"), bytes, 20 * MEBIBYTE);
        return root;
    }

    private static void write(Path file, byte[] bytes, int size) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            int first = 0;
            for (int left = size; left > 0; left -= MEBIBYTE) {
                int length = Math.min(left, MEBIBYTE);
                int end = Math.min(first + length, MEBIBYTE);
                out.write(bytes, first, end - first);
                out.write(bytes, 0, length - (end - first));
                first = (first + SHIFT) % MEBIBYTE;
            }
        }
        file.toFile().deleteOnExit();
    }
}
