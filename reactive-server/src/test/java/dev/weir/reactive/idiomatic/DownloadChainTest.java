package dev.weir.reactive.idiomatic;

import static dev.weir.reactive.VirtualSite.FILE_BYTES;
import static dev.weir.reactive.VirtualSite.GRANT_BYTES;
import static dev.weir.reactive.VirtualSite.GRANT_TIME;
import static dev.weir.reactive.VirtualSite.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.catalog.BrokenFileException;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.VirtualSite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.StepVerifier.FirstStep;

/** Tests the reactive chain of a download in the style {@code idiomatic}, in virtual time (T05, T08, D10, D11). */
class DownloadChainTest {
    private static final int BUFFERS = FILE_BYTES / BodyWriter.BUFFER_BYTES;
    private static final int GRANT_BUFFERS = GRANT_BYTES / BodyWriter.BUFFER_BYTES;
    private static final Duration LONG = GRANT_TIME.multipliedBy(100);

    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    private int placesAtRefusal = -1;

    @BeforeEach
    void open(@TempDir Path root) {
        site = new VirtualSite(root);
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** Returns the body of the response to {@code request}. When the body ends, closes the exchange's resources. */
    private Flux<DataBuffer> download(MockServerHttpRequest.BaseBuilder<?> request) {
        DownloadController controller = new DownloadController(
                site.callers,
                site.catalog,
                new BodyWriter(site.throttle, site.files),
                Schedulers.fromExecutor(site.files));
        MockServerWebExchange exchange = MockServerWebExchange.from(request);
        return Flux.using(
                ExchangeResources::new,
                resources -> {
                    resources.putInto(exchange);
                    return controller
                            .download(exchange)
                            .doOnError(refusal -> placesAtRefusal = site.places())
                            .flatMapMany(answer -> Objects.requireNonNull(answer.getBody()));
                },
                ExchangeResources::end);
    }

    private FirstStep<Integer> demanding(long buffers) {
        return StepVerifier.withVirtualTime(
                () -> download(VirtualSite.get(TARGET)).map(DataBuffer::readableByteCount), () -> site.time, buffers);
    }

    @Test
    void t05_eachDemandGetsABufferAndNoGrantIsAskedForWithoutDemand() {
        demanding(0)
                .expectSubscription()
                .then(() -> assertThat(site.places()).isOne())
                .thenRequest(1)
                .expectNext(0) // status and fields
                .thenAwait(LONG)
                .then(() -> assertThat(site.granted()).isZero())
                .thenRequest(1)
                .expectNext(BodyWriter.BUFFER_BYTES)
                .thenRequest(1)
                .expectNext(BodyWriter.BUFFER_BYTES)
                .thenAwait(LONG)
                .then(() -> assertThat(site.granted()).isEqualTo(GRANT_BYTES))
                .thenRequest(3)
                .expectNextCount(2)
                .expectNoEvent(GRANT_TIME.dividedBy(2).minusMillis(1))
                .thenAwait(Duration.ofMillis(1))
                .expectNext(BodyWriter.BUFFER_BYTES)
                .verifyComplete();
        assertThat(site.granted()).isEqualTo(FILE_BYTES);
        site.assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void t08_aCancelAfterSomeBuffersKeepsNothing(int buffers) {
        demanding(buffers)
                .expectSubscription()
                .thenAwait(LONG)
                .expectNextCount(buffers)
                .thenCancel()
                .verify();
        site.assertNothingIsLeft();
    }

    @Test
    void t08_aCancelWhileAGrantIsWaitedForTakesTheAskBack() {
        demanding(Long.MAX_VALUE)
                .expectNext(0)
                .thenAwait(GRANT_TIME)
                .expectNextCount(GRANT_BUFFERS)
                .then(() -> assertThat(site.throttle.waiting()).isOne())
                .thenCancel()
                .verify();
        site.assertNothingIsLeft();
    }

    @Test
    void t08_aCancelWhileAGrantIsOnItsWayGivesItBack() {
        demanding(Long.MAX_VALUE)
                .expectNext(0)
                .thenAwait(GRANT_TIME)
                .expectNextCount(GRANT_BUFFERS)
                .then(site.files::hold)
                .thenAwait(GRANT_TIME)
                .then(() -> assertThat(site.granted()).isEqualTo(2 * GRANT_BYTES))
                .thenCancel()
                .verify();
        site.files.release();
        assertThat(site.throttle.counts().givenBackBytes()).isEqualTo(GRANT_BYTES);
        site.assertNothingIsLeft();
    }

    @Test
    void d11_aCancelWhileTheFileIsOpenedClosesIt() {
        site.files.hold();
        demanding(Long.MAX_VALUE)
                .expectSubscription()
                .then(() -> assertThat(site.files.isIdle()).isFalse())
                .thenCancel()
                .verify();
        site.files.release();
        site.assertNothingIsLeft();
    }

    @Test
    void d10_aFileThatIsTruncatedFailsTheBody() {
        demanding(1)
                .expectNext(0)
                .then(() -> site.truncate(100))
                .thenRequest(BUFFERS)
                .thenAwait(GRANT_TIME)
                .verifyError(BrokenFileException.class);
        site.assertNothingIsLeft();
    }

    /** When a refusal is sent, the refused download must no longer count as active (D15). */
    @ParameterizedTest
    @CsvSource({"/files/none, ''", "/files/data.bin, bytes=99999-"})
    void d15_aRefusalHoldsNoPlace(String target, String range) {
        StepVerifier.create(download(VirtualSite.get(target).header("Range", range)))
                .verifyError(RefusedException.class);
        assertThat(placesAtRefusal).isZero();
        site.assertNothingIsLeft();
    }

    @Test
    void d15_aServerThatStopsRefuses() {
        site.files.shutdown();
        demanding(1).verifyError(RejectedExecutionException.class);
        site.assertNothingIsLeft();
    }
}
