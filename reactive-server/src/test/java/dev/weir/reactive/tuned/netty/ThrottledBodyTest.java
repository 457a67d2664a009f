package dev.weir.reactive.tuned.netty;

import static dev.weir.reactive.VirtualSite.FILE_BYTES;
import static dev.weir.reactive.VirtualSite.GRANT_BYTES;
import static dev.weir.reactive.VirtualSite.GRANT_TIME;
import static dev.weir.reactive.VirtualSite.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.TestRequest;
import dev.weir.reactive.VirtualSite;
import dev.weir.throttle.SlowReaders;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.StepVerifier.FirstStep;
import reactor.test.StepVerifier.Step;

/** Tests the body of a tuned download in virtual time (T05, T08, D10, D11). The test decides when a write ends. */
class ThrottledBodyTest {
    enum Kind {
        REGION,
        FRAMED
    }

    private final SlowSocket socket = new SlowSocket();
    private final EmbeddedChannel channel = new EmbeddedChannel(socket);
    private final SlowReaders slowReaders = new SlowReaders(0, Duration.ofMinutes(1), () -> 0);

    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    private final ReadSizes sizes = new ReadSizes();
    private Executor slices = Runnable::run;
    private final AtomicInteger completions = new AtomicInteger();

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

    private FirstStep<Void> body(Kind kind) {
        return body(kind, site.catalog);
    }

    private FirstStep<Void> body(Kind kind, FileCatalog catalog) {
        return StepVerifier.withVirtualTime(
                () -> Mono.using(
                        () -> site.callers.download(TestRequest.of("192.0.2.1")),
                        admission -> Mono.using(
                                () -> catalog.open(TARGET),
                                file -> body(kind, admission, file)
                                        .mono()
                                        .doOnSuccess(_ -> completions.incrementAndGet()),
                                OpenFile::close),
                        Admission::leave),
                () -> site.time,
                Long.MAX_VALUE);
    }

    private ThrottledBody body(Kind kind, Admission admission, OpenFile file) {
        DownloadPlan plan = DownloadPlan.of("GET", name -> null, null, file);
        return switch (kind) {
            case REGION ->
                new RegionBody(site.throttle, slowReaders, admission, slices, site.files, channel, file, plan);
            case FRAMED ->
                new FramedBody(site.throttle, slowReaders, admission, slices, site.files, sizes, channel, file, plan);
        };
    }

    private void take() {
        socket.take();
        channel.runPendingTasks();
    }

    @ParameterizedTest
    @EnumSource
    void t05_noGrantIsAskedForBeforeTheSocketHasTakenTheLast(Kind kind) {
        body(kind)
                .expectSubscription()
                .thenAwait(GRANT_TIME)
                .then(channel::runPendingTasks)
                .then(() -> assertThat(socket.waiting()).isOne())
                .thenAwait(GRANT_TIME.multipliedBy(100))
                .then(() -> assertThat(site.granted()).isEqualTo(GRANT_BYTES))
                .then(this::take)
                .then(() -> assertThat(site.granted()).isEqualTo(2 * GRANT_BYTES))
                .then(this::take)
                .thenAwait(GRANT_TIME)
                .then(channel::runPendingTasks)
                .then(this::take)
                .verifyComplete();
        assertThat(site.granted()).isEqualTo(FILE_BYTES);
        site.assertNothingIsLeft();
    }

    /** The end of a response takes longer than a write. So downloads that already have a grant write first. */
    @ParameterizedTest
    @EnumSource
    void t06_aWholeBodyEndsAfterTheGrantsThatAreQueued(Kind kind) {
        Queue<Runnable> queued = new ArrayDeque<>();
        writtenWhole(kind, queued)
                .then(() -> assertThat(queued).hasSize(1))
                .expectNoEvent(GRANT_TIME)
                .then(() -> queued.remove().run())
                .verifyComplete();
        site.assertNothingIsLeft();
    }

    @ParameterizedTest
    @EnumSource
    void t08_aCancelBeforeTheEndOfAWholeBodyLeavesNothing(Kind kind) {
        Queue<Runnable> queued = new ArrayDeque<>();
        writtenWhole(kind, queued).thenCancel().verify();
        queued.remove().run();
        assertThat(completions).hasValue(0);
        site.assertNothingIsLeft();
    }

    /** A stop of the server cuts all downloads off. A body that is already sent must not look broken to its client. */
    @ParameterizedTest
    @EnumSource
    void d11_aWholeBodyThatIsCutOffBeforeItsEndIsComplete(Kind kind) {
        Queue<Runnable> queued = new ArrayDeque<>();
        writtenWhole(kind, queued)
                .then(() -> site.callers.cutOffDownloads(Runnable::run))
                .then(channel::runPendingTasks)
                .verifyComplete();
        assertThat(channel.isOpen()).isTrue();
        queued.remove().run();
        assertThat(completions).hasValue(1);
        site.assertNothingIsLeft();
    }

    /** Writes the whole body, and puts the tasks of the throttle and the end of the body into the queue. */
    private Step<Void> writtenWhole(Kind kind, Queue<Runnable> queued) {
        slices = queued::add;
        Step<Void> steps = body(kind).expectSubscription();
        for (int sent = 0; sent < FILE_BYTES; sent += GRANT_BYTES) {
            steps = steps.thenAwait(GRANT_TIME)
                    .then(() -> queued.remove().run())
                    .then(channel::runPendingTasks)
                    .then(this::take);
        }
        return steps;
    }

    @ParameterizedTest
    @EnumSource
    void t08_aCancelWhileAGrantIsWaitedForTakesTheAskBack(Kind kind) {
        body(kind)
                .expectSubscription()
                .then(() -> assertThat(site.throttle.waiting()).isOne())
                .thenCancel()
                .verify();
        site.assertNothingIsLeft();
    }

    @ParameterizedTest
    @EnumSource
    void t08_aCancelWhileTheSocketIsFullGivesTheGrantBack(Kind kind) {
        body(kind)
                .expectSubscription()
                .thenAwait(GRANT_TIME)
                .then(channel::runPendingTasks)
                .then(() -> assertThat(socket.waiting()).isOne())
                .thenCancel()
                .verify();
        assertThat(site.throttle.counts().givenBackBytes()).isEqualTo(GRANT_BYTES);
        site.assertNothingIsLeft();
    }

    /** If a download from memory is cancelled, the throttle must get back the bytes that the socket has not taken. */
    @Test
    void t08_aCancelOfAFileInMemoryGivesTheUnsentBytesBack(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("data.bin"), new byte[2 * GRANT_BYTES]);
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        Duration kept = Duration.ofSeconds(1);
        try (FileCatalog catalog = new FileCatalog(folder, false, kept, () -> 0, InstantSource.system())) {
            body(Kind.REGION, catalog)
                    .expectSubscription()
                    .thenAwait(GRANT_TIME)
                    .then(channel::runPendingTasks)
                    .then(() -> assertThat(catalog.recent(TARGET)).isNotNull())
                    .then(() -> socket.take(1_000))
                    .thenCancel()
                    .verify();
        }
        assertThat(site.throttle.counts().givenBackBytes()).isEqualTo(GRANT_BYTES - 1_000);
        site.assertNothingIsLeft();
    }

    @ParameterizedTest
    @EnumSource
    void d11_aWriteThatFailsClosesTheChannelAndGivesTheGrantBack(Kind kind) {
        body(kind)
                .expectSubscription()
                .thenAwait(GRANT_TIME)
                .then(channel::runPendingTasks)
                .then(socket::fail)
                .then(() -> assertThat(channel.isOpen()).isFalse())
                .thenCancel() // as Reactor Netty does after a failed write
                .verify();
        site.assertNothingIsLeft();
    }

    @ParameterizedTest
    @EnumSource
    void d10_aFileThatIsTruncatedClosesTheChannel(Kind kind) {
        body(kind)
                .expectSubscription()
                .then(() -> site.truncate(100))
                .thenAwait(GRANT_TIME)
                .then(channel::runPendingTasks)
                .then(() -> assertThat(socket.written()).isZero())
                .then(() -> assertThat(channel.isOpen()).isFalse())
                .thenCancel()
                .verify();
        site.assertNothingIsLeft();
    }

    @ParameterizedTest
    @EnumSource(names = "FRAMED")
    void d11_aCancelWhileABufferIsFilledWritesNothing(Kind kind) {
        site.files.hold();
        body(kind)
                .expectSubscription()
                .thenAwait(GRANT_TIME)
                .then(() -> assertThat(site.files.isIdle()).isFalse())
                .thenCancel()
                .verify();
        site.files.release();
        channel.runPendingTasks();
        assertThat(socket.written()).isZero();
        site.assertNothingIsLeft();
    }
}
