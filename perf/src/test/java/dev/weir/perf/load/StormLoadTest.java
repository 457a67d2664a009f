package dev.weir.perf.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the loads of the command {@code storms}, against servers with scripted answers. */
class StormLoadTest {
    private static final byte[] OK = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc".getBytes(US_ASCII);
    private static final byte[] FULL = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);

    private final Generator generator = new Generator(true);
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        generator.close();
    }

    @Test
    void anExchangeTellsTheStatusOnce() throws Exception {
        assertThat(exchange(OK)).isEqualTo("200");
        assertThat(exchange(FULL)).isEqualTo("503");
        assertThat(exchange(new byte[0])).isEqualTo("closed without an answer");
        assertThat(exchange("nonsense\r\n\r\n".getBytes(US_ASCII))).isEqualTo("not an HTTP/1.1 response");
        assertThat(heard).isEmpty();
    }

    @Test
    void aClientThatLeavesIsNoError() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(1, _ -> {
            over.await();
            return OK;
        })) {
            DownloadLoad load = DownloadLoad.endless(generator, target(server), Collections.nCopies(10, 1));
            generator.execute(() -> load.start(Duration.ofMillis(1)));
            while (server.requests() < 10) {
                Thread.onSpinWait();
            }
            Window window = Window.after(Duration.ZERO, Duration.ofMillis(1));
            generator.execute(() -> load.leave(window, new SplittableRandom(1)));
            while (generator.ask(load::left) < 10) {
                Thread.onSpinWait();
            }
            assertThat(generator.ask(load::errors)).isEmpty();
            assertThat(generator.ask(generator::connections)).isZero();
        } finally {
            over.countDown();
        }
    }

    @Test
    void aClientThatIsRefusedHasNotLeft() throws Exception {
        try (ScriptedServer server = new ScriptedServer(FULL)) {
            DownloadLoad load = DownloadLoad.endless(generator, target(server), Collections.nCopies(10, 1));
            generator.execute(() -> load.start(Duration.ofMillis(1)));
            while (generator.ask(load::errors).getOrDefault("status 503", 0L) < 10) {
                Thread.onSpinWait();
            }
            generator.execute(
                    () -> load.leave(Window.after(Duration.ZERO, Duration.ofNanos(2)), new SplittableRandom(1)));
            assertThat(generator.ask(load::left)).isZero();
        }
    }

    @Test
    void eachDownloadSeesAChangeOnce() throws Exception {
        try (ScriptedServer server = new ScriptedServer(OK)) {
            DownloadLoad load = DownloadLoad.finite(generator, target(server), 10);
            generator.execute(() -> load.start(Duration.ofMillis(1)));
            while (generator.ask(load::finished) < 10) {
                Thread.onSpinWait();
            }
            assertThat(generator.ask(load::firstByteNanos)).hasSize(10);
            assertThat(generator.ask(load::errors)).isEmpty();
        }
    }

    private String exchange(byte[] answer) throws Exception {
        try (ScriptedServer server = new ScriptedServer(answer)) {
            generator.execute(() -> {
                var _ = SingleRequest.StatusCheck.send(
                                generator,
                                server.address(),
                                Generator.anyAddress(),
                                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .whenComplete((reply, failure) ->
                                heard.add(failure == null ? Integer.toString(reply.status()) : failure.getMessage()));
            });
            return String.valueOf(heard.poll(10, TimeUnit.SECONDS));
        }
    }

    private static Target target(ScriptedServer server) {
        return new Target(server.address(), "/files/a", Target.ExpectedBody.of("abc".getBytes(US_ASCII)));
    }
}
