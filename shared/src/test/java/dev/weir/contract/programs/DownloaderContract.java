package dev.weir.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.server.ContractPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests download programs with their usual options, through a proxy that cuts their connections (rule D16). */
public interface DownloaderContract extends ContractPart {
    /**
     * The number of connections that the proxy cuts. The proxy does not cut later connections, so that a program can
     * also finish if it starts over instead of resuming.
     */
    int MOST_CUTS = 4;

    int MOST_STARTS = 20;
    int PATIENCE_SECONDS = 60;

    /**
     * The proxy forwards at least this many bytes before it closes a connection without a reset. No response header is
     * longer. If curl or wget gets only a part of a header, it takes the answer for complete.
     */
    int HEADER_BYTES = 1024;

    /** A download program, with the options that make it resume a download. */
    enum Downloader {
        /**
         * When curl retries by itself ({@code --retry}), it asks for the same range again. Only a new run of curl
         * resumes after the bytes that have arrived. So the test runs curl again after each failure.
         */
        CURL(ExternalProgram.CURL, "-sSf", "--continue-at", "-", "--retry", "1", "--retry-all-errors", "-O"),
        WGET(ExternalProgram.WGET, "--no-verbose", "-c"),
        /** Sets the minimum size of a part in aria2. With the default of 20 MiB, the file would have only one part. */
        ARIA2(ExternalProgram.ARIA2, "--quiet", "-x16", "-s16", "-k1M"),
        AXEL(ExternalProgram.AXEL, "--quiet");

        private final ExternalProgram tool;
        private final List<String> arguments;

        Downloader(ExternalProgram tool, String... arguments) {
            this.tool = tool;
            this.arguments = List.of(arguments);
        }

        void download(String url, Path folder) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(List.of(tool.path().toString()));
            command.addAll(arguments);
            command.add(url);
            for (int starts = 1; starts <= MOST_STARTS; starts++) {
                Process process = new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                try {
                    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                            .isTrue();
                } finally {
                    process.destroyForcibly();
                }
                if (process.exitValue() == 0) {
                    return;
                }
            }
            throw new IOException(this + " gave up " + MOST_STARTS + " times");
        }
    }

    /**
     * Each program must get the whole file, even if its connections are reset at any point of the transfer. If this
     * fails, check the answers to Range and If-Range. Also check that a body ends at its Content-Length.
     */
    @ParameterizedTest
    @EnumSource
    default void d16_aDownloadThatIsResetAnywhereEndsWithTheFile(Downloader downloader, @TempDir Path folder)
            throws IOException, InterruptedException {
        endsWithTheFile(downloader, folder, 0, true);
    }

    @ParameterizedTest
    @EnumSource
    default void d16_aDownloadThatEndsEarlyEndsWithTheFile(Downloader downloader, @TempDir Path folder)
            throws IOException, InterruptedException {
        endsWithTheFile(downloader, folder, HEADER_BYTES, false);
    }

    private void endsWithTheFile(Downloader downloader, Path folder, int fromBytes, boolean byReset)
            throws IOException, InterruptedException {
        byte[] data = server().files().data();
        SplittableRandom random = new SplittableRandom(16);
        int[] left = {MOST_CUTS};
        IntSupplier cuts = () -> left[0]-- > 0 ? random.nextInt(fromBytes, data.length / 2) : Integer.MAX_VALUE;
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1", cuts, byReset)) {
            downloader.download("http://127.0.0.1:" + proxy.port() + "/files/data.bin", folder);
            assertThat(proxy.connections()).isGreaterThan(1);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).singleElement().satisfies(file -> assertThat(file).hasBinaryContent(data));
        }
    }
}
