package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

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

/** D16: download programs with their usual options, over connections that are cut. */
public interface DownloaderContract extends ServerUnderTest {
    /** After these cuts the connection stays, so that a program that starts over instead of resuming also ends. */
    int MOST_CUTS = 4;

    int MOST_STARTS = 20;
    int PATIENCE_SECONDS = 60;

    /**
     * More bytes than any header: curl and wget take an early but regular end within a header for a complete answer.
     */
    int HEADER_BYTES = 1024;

    /** A program, with the options that make it resume a download. */
    enum Downloader {
        /** A retry within one run starts at the position where the run started. Only the next run resumes. */
        CURL(ExternalProgram.CURL, "-sSf", "--continue-at", "-", "--retry", "1", "--retry-all-errors", "-O"),
        WGET(ExternalProgram.WGET, "--no-verbose", "-c"),
        /** The default minimum for a part is 20 MiB, so 16 connections would be one. */
        ARIA2(ExternalProgram.ARIA2, "--quiet", "-x16", "-s16", "-k1M"),
        AXEL(ExternalProgram.AXEL, "--quiet");

        private final ExternalProgram tool;
        private final List<String> arguments;

        Downloader(ExternalProgram tool, String... arguments) {
            this.tool = tool;
            this.arguments = List.of(arguments);
        }

        /** Runs the program in a folder, again each time that it gives up. */
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

    /** If this fails, check the answers to Range and If-Range, and that a body ends with its Content-Length. */
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
