package dev.weir.reactive.tuned.netty;

import static dev.weir.reactive.VirtualSite.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.TestRequest;
import dev.weir.log.CapturedLog;
import dev.weir.reactive.VirtualSite;
import dev.weir.throttle.ShareLimits;
import dev.weir.throttle.SlowReaders;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;

/** Tests a download without a rate limit whose file is read in large parts (T05, T08, D11). */
class LargeReadTest {
    private static final int PIECE = ReadSizes.SMALL;
    private static final int PIECES = ReadSizes.LARGE / ReadSizes.SMALL;
    /** One large read, and the end of the body. */
    private static final int FILE_BYTES = ReadSizes.LARGE + Admission.TAIL_BYTES;

    private final SlowSocket socket = new SlowSocket();
    private final EmbeddedChannel channel = new EmbeddedChannel(socket);
    private final SlowReaders slowReaders = new SlowReaders(0, Duration.ofMinutes(1), () -> 0);
    private final ReadSizes sizes = new ReadSizes();
    private boolean completed;

    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    @SuppressWarnings("NullAway.Init") // before each test
    private FileCatalog files;

    @BeforeEach
    void open(@TempDir Path root, @TempDir Path folder) throws IOException {
        site = new VirtualSite(root);
        Files.write(folder.resolve("data.bin"), new byte[FILE_BYTES]);
        files = new FileCatalog(folder, false);
    }

    @AfterEach
    void close() {
        failAll();
        assertNothingIsHeld();
        slowReaders.close();
        var _ = channel.close();
        files.close();
        site.assertNothingIsLeft();
        site.close();
    }

    private void assertNothingIsHeld() {
        sizes.hold(ReadSizes.MOST_FOR_LARGE - 1);
        assertThat(sizes.most()).as("no bytes too many are held").isEqualTo(ReadSizes.LARGE);
        sizes.hold(1);
        assertThat(sizes.most()).as("no bytes too few are held").isEqualTo(ReadSizes.SMALL);
    }

    private Disposable download() {
        Admission admission = site.callers.download(TestRequest.of("192.0.2.1"));
        site.throttle.change(List.of(admission.client().share()), new ShareLimits(0, 0, 1));
        OpenFile file = files.open(TARGET);
        DownloadPlan plan = DownloadPlan.of("GET", name -> null, null, file);
        FramedBody body = new FramedBody(
                site.throttle, slowReaders, admission, Runnable::run, site.files, sizes, channel, file, plan);
        Disposable download = body.mono()
                .doFinally(_ -> {
                    file.close();
                    admission.leave();
                })
                .subscribe(_ -> {}, _ -> {}, () -> completed = true);
        channel.runPendingTasks();
        return download;
    }

    private void take() {
        socket.take();
        channel.runPendingTasks();
    }

    private void failAll() {
        while (socket.waiting() > 0) {
            socket.fail();
        }
    }

    private long givenBack() {
        return site.throttle.counts().givenBackBytes();
    }

    @Test
    void t05_aLargeReadIsWrittenInPieces() {
        download();
        assertThat(socket.waiting()).isEqualTo(PIECES);
        for (int i = 1; i < PIECES; i++) {
            take();
        }
        assertThat(socket.written()).as("the next read waits for all pieces").isEqualTo(PIECES);
        take();
        assertThat(socket.waiting()).as("the end of the body").isOne();
        take();
        assertThat(completed).isTrue();
        assertThat(site.throttle.counts().writtenBytes()).isEqualTo(FILE_BYTES);
    }

    @Test
    void t05_readsAreSmallWhileMuchMemoryIsInUse() {
        sizes.hold(ReadSizes.MOST_FOR_LARGE);
        Disposable download = download();
        assertThat(socket.waiting()).isOne();
        sizes.hold(-ReadSizes.MOST_FOR_LARGE);
        take();
        assertThat(socket.waiting()).as("the rest, without the end").isEqualTo(PIECES - 1);
        download.dispose();
    }

    @Test
    void t08_aCancelGivesTheUnsentPiecesBack() {
        Disposable download = download();
        take();
        download.dispose();
        assertThat(givenBack()).isEqualTo(FILE_BYTES - PIECE);
    }

    @Test
    void d11_aFailedWriteGivesTheUnsentPiecesBack() {
        Disposable download = download();
        take();
        failAll();
        assertThat(channel.isOpen()).isFalse();
        download.dispose(); // as Reactor Netty does after a failed write
        assertThat(givenBack()).isEqualTo(FILE_BYTES - PIECE);
    }

    /** A download that is cut off ends this way too, so a stopping server would log a stack trace for each. */
    @Test
    void a03_aFailedWriteLogsNoStackTrace() {
        try (CapturedLog log = new CapturedLog(ThrottledBody.class)) {
            Disposable download = download();
            failAll();
            download.dispose();
            assertThat(log.messages()).containsExactly("A download ended early: java.io.IOException: reset");
            assertThat(log.events().getFirst().getThrowableProxy()).isNull();
        }
    }

    @Test
    void d11_aStoppedServerReadsNothing() {
        site.files.shutdown();
        Disposable download = download();
        assertThat(socket.written()).isZero();
        assertThat(channel.isOpen()).isFalse();
        download.dispose();
        assertThat(givenBack()).isEqualTo(FILE_BYTES);
    }
}
