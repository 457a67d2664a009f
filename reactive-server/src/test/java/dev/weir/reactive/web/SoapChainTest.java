package dev.weir.reactive.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.EmbeddedExchange;
import dev.weir.reactive.VirtualSite;
import dev.weir.soap.DeferredGateway;
import dev.weir.soap.GatewayFixture;
import dev.weir.soap.MessageBudget;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.publisher.TestPublisher.Violation;

/**
 * Tests the reactive chain of a SOAP call (S08, S11, X02). The request bodies end, fail, stall, or send signals in a
 * wrong order.
 */
class SoapChainTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MessageBudget budget = new MessageBudget(64L << 20, 32L << 20);
    private final DeferredGateway gateway = new DeferredGateway(GatewayFixture::gateway);
    private final SoapPool pool = new SoapPool(gateway, budget, 1, InstantSource.system(), outcome -> {});
    private final EmbeddedChannel channel = new EmbeddedChannel();
    /** Creates buffers without a pool, so that a released buffer is not reused for another message. */
    private final NettyDataBufferFactory buffers = new NettyDataBufferFactory(new UnpooledByteBufAllocator(false));

    private final List<NettyDataBuffer> sent = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    @BeforeEach
    void open(@TempDir Path root) {
        site = new VirtualSite(root);
    }

    @AfterEach
    void close() {
        pool.close();
        channel.finishAndReleaseAll();
        site.close();
    }

    private Mono<ResponseEntity<byte[]>> call(TestPublisher<DataBuffer> body, Duration bodyTimeout) {
        return controller(pool, bodyTimeout).call(exchange(body));
    }

    private SoapController controller(SoapPool calls, Duration bodyTimeout) {
        ConnectionLimits limits = new ConnectionLimits(10, MINUTE, bodyTimeout, 1 << 20, 1 << 16);
        return new SoapController(
                new SoapBodies(site.callers, calls, new RequestBodies(limits, site.nanoClock)), calls);
    }

    private ServerWebExchange exchange(TestPublisher<DataBuffer> body) {
        MockServerHttpRequest request = MockServerHttpRequest.post("/ws")
                .remoteAddress(new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 1))
                .header("Content-Type", "text/xml")
                .body(body.flux());
        return EmbeddedExchange.of(request, channel);
    }

    private DataBuffer bytes(int count) {
        NettyDataBuffer buffer = buffers.allocateBuffer(count);
        buffer.write(new byte[count]);
        sent.add(buffer);
        return buffer;
    }

    private void await(Duration duration) {
        site.time.advanceTimeBy(duration);
        channel.advanceTimeBy(duration.toNanos(), TimeUnit.NANOSECONDS);
        channel.runPendingTasks();
    }

    private void assertNothingIsLeft() {
        assertThat(budget.held()).as("charged bytes").isZero();
        assertThat(sent)
                .allSatisfy(buffer -> assertThat(buffer.getNativeBuffer().refCnt())
                        .as("references")
                        .isZero());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void s11_aCancelAfterSomeBuffersKeepsNoMemory(int count) {
        TestPublisher<DataBuffer> body = TestPublisher.create();
        StepVerifier.create(call(body, MINUTE))
                .expectSubscription()
                .then(() -> {
                    for (int i = 0; i < count; i++) {
                        body.next(bytes(1_000));
                    }
                })
                .then(() -> assertThat(budget.held()).isGreaterThanOrEqualTo(count * 1_000L + 1))
                .thenCancel()
                .verify();
        body.assertCancelled();
        assertNothingIsLeft();
    }

    @Test
    void s08_aWholeMessageIsAnsweredOnceThoughItsBodyEndsTwice() {
        TestPublisher<DataBuffer> body = TestPublisher.createNoncompliant(Violation.CLEANUP_ON_TERMINATE);
        StepVerifier.create(call(body, MINUTE))
                .then(() -> body.next(bytes(10)))
                .then(body::complete)
                .then(body::complete)
                .verifyError(RefusedException.class); // the message is not an envelope
        assertNothingIsLeft();
    }

    @Test
    void s09_aMessageThatIsTooLargeIsRefusedThoughMoreComes() {
        TestPublisher<DataBuffer> body = TestPublisher.createNoncompliant(Violation.DEFER_CANCELLATION);
        StepVerifier.create(call(body, MINUTE))
                .then(() -> body.next(bytes(SoapTransport.MOST_BYTES)))
                .then(() -> body.next(bytes(1)))
                .then(() -> body.next(bytes(1)))
                .verifyError(RefusedException.class);
        body.assertCancelled();
        assertThat(budget.held()).isZero();
        assertThat(sent.get(1).getNativeBuffer().refCnt()).isZero();
    }

    @Test
    void x02_aMessageThatIsTooSlowIsRefusedAndItsBodyCancelled() {
        TestPublisher<DataBuffer> body = TestPublisher.create();
        channel.freezeTime();
        StepVerifier.create(call(body, MINUTE))
                .then(() -> body.next(bytes(1_000)))
                .then(() -> await(MINUTE)) // the bytes that have come extend the limit
                .then(() -> assertThat(budget.held()).isPositive())
                .then(() -> await(Duration.ofSeconds(1)))
                .verifyError(RefusedException.class);
        body.assertCancelled();
        assertNothingIsLeft();
    }

    @Test
    void s11_aBodyThatFailsKeepsNoMemory() {
        TestPublisher<DataBuffer> body = TestPublisher.create();
        StepVerifier.create(call(body, MINUTE))
                .then(() -> body.next(bytes(1_000)))
                .then(() -> body.error(new IOException()))
                .verifyError(IOException.class);
        assertNothingIsLeft();
    }

    /** The server evicts a message to free memory. Then the server must refuse this message and cancel its body. */
    @Test
    void s11_anEvictedMessageIsRefusedAndItsBodyCancelled() {
        SoapPool small = new SoapPool(
                gateway, new MessageBudget(1_100_000, 1_100_000), 1, InstantSource.system(), outcome -> {});
        SoapController controller = controller(small, MINUTE);
        TestPublisher<DataBuffer> old = TestPublisher.create();
        TestPublisher<DataBuffer> young = TestPublisher.create();
        StepVerifier.create(controller.call(exchange(old)))
                .then(() -> old.next(bytes(600_000)))
                .then(() -> controller.call(exchange(young)).subscribe(answer -> {}, refusal -> {}))
                .then(() -> young.next(bytes(600_000)))
                .then(channel::runPendingTasks)
                .verifyError(RefusedException.class);
        old.assertCancelled();
        small.close();
    }
}
