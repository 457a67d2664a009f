package dev.weir.reactive.tuned.netty;

import static dev.weir.reactive.VirtualSite.FILE_BYTES;
import static dev.weir.reactive.VirtualSite.GRANT_TIME;
import static dev.weir.reactive.VirtualSite.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.TestRequest;
import dev.weir.log.CapturedLog;
import dev.weir.reactive.VirtualSite;
import dev.weir.throttle.SlowReaders;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;

/** Tests what the operator learns when the write of a file region fails (D10, X04). */
class RegionFailureTest {
    private final IOException failed = new IOException("Input/output error");

    private final SlowSocket socket = new SlowSocket();
    private final EmbeddedChannel channel = new EmbeddedChannel(socket);
    private final SlowReaders slowReaders = new SlowReaders(0, Duration.ofMinutes(1), () -> 0);

    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    @BeforeEach
    void open(@TempDir Path root) {
        site = new VirtualSite(root);
    }

    @AfterEach
    void close() {
        slowReaders.close();
        var _ = channel.close();
        site.close();
    }

    /** The kernel reads a region from the file, so only a failed write shows that the file has broken meanwhile. */
    @Test
    void d10_aFileThatBreaksDuringAWriteIsLogged() {
        assertThat(warnings(site.catalog, () -> site.truncate(100), failed))
                .singleElement()
                .asString()
                .contains("data.bin was changed during a download");
    }

    /** Only a read finds this. So the file must stay open for it after the download has ended. */
    @Test
    void d10_aDeletedFileThatBreaksDuringAWriteIsLogged(@TempDir Path folder) throws IOException {
        Path path = Files.write(folder.resolve("data.bin"), new byte[FILE_BYTES]);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            Runnable breaks = () -> {
                try {
                    Files.delete(path);
                    file.truncate(0);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
            assertThat(warnings(new FileCatalog(folder, false), breaks, failed)).hasSize(1);
        }
    }

    @Test
    void x04_aClientThatLeavesDuringAWriteIsNotLogged() {
        assertThat(warnings(site.catalog, () -> {}, new IOException("reset"))).isEmpty();
    }

    @Test
    void x04_aChangedFileIsNotLoggedIfTheClientHasLeft() {
        assertThat(warnings(site.catalog, () -> site.truncate(100), new ClosedChannelException()))
                .isEmpty();
    }

    /** Returns the warnings after the write of a region has failed. Before that, {@code breaks} runs. */
    private List<String> warnings(FileCatalog catalog, Runnable breaks, IOException cause) {
        try (CapturedLog log = new CapturedLog(BrokenFileException.class)) {
            site.files.hold();
            Disposable download = download(catalog.open(TARGET));
            site.time.advanceTimeBy(GRANT_TIME);
            channel.runPendingTasks();
            breaks.run();
            socket.fail(cause);
            assertThat(channel.isOpen()).isFalse();
            download.dispose(); // as Reactor Netty does after a failed write
            catalog.close();
            site.files.release();
            site.assertNothingIsLeft();
            return log.messages();
        }
    }

    private Disposable download(OpenFile file) {
        Admission admission = site.callers.download(TestRequest.of("192.0.2.1"));
        DownloadPlan plan = DownloadPlan.of("GET", name -> null, null, file);
        return new RegionBody(site.throttle, slowReaders, admission, Runnable::run, site.files, channel, file, plan)
                .mono()
                .doFinally(_ -> {
                    file.close();
                    admission.leave();
                })
                .subscribe();
    }
}
