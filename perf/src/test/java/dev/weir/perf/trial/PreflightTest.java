package dev.weir.perf.trial;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Uninterruptibles;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the requests that check a server before it is measured. The server here has at most one fault. */
class PreflightTest {
    enum Fault {
        NONE(""),
        ERROR("GET preflight.bin  was answered by 500"),
        OTHER_BYTES("GET preflight.bin  returned other bytes"),
        SHORT("GET preflight.bin  returned other bytes"),
        NO_RANGES("GET preflight.bin bytes=1000-1999 was answered by 200"),
        RANGE_OFF_BY_ONE("GET preflight.bin bytes=1000-1999 returned other bytes"),
        NO_HEAD("HEAD preflight.bin  was answered by 405"),
        FINDS_EVERYTHING("GET there-is-none  was answered by 200"),
        /** Sends the header of a response and then nothing, not even the body. */
        STALLS("GET preflight.bin  was not answered");

        private final String message;

        Fault(String message) {
            this.message = message;
        }
    }

    private final ServedFolder folder;
    private final HttpServer server;
    private final CountDownLatch over = new CountDownLatch(1);
    private Fault fault = Fault.NONE;

    private static ServerPlan plan(long rateBytes) {
        return new ServerPlan(rateBytes, 0, Duration.ofMillis(100), 10, 100, Cores.APART);
    }

    private void check(ServerPlan plan, long millis) throws IOException, InterruptedException {
        Preflight.check(server.getAddress(), folder, plan, Duration.ofMillis(millis));
    }

    PreflightTest() throws IOException {
        folder = ServedFolder.open();
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    }

    @BeforeEach
    void start() {
        server.createContext("/files/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] content = folder.file("preflight.bin", 3000).bytes();
            boolean there = exchange.getRequestURI().getPath().endsWith("/preflight.bin");
            if (!there && fault != Fault.FINDS_EVERYTHING) {
                exchange.sendResponseHeaders(404, -1);
            } else if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(fault == Fault.NO_HEAD ? 405 : 200, -1);
            } else if (exchange.getRequestHeaders().containsKey("Range") && fault != Fault.NO_RANGES) {
                int from = fault == Fault.RANGE_OFF_BY_ONE ? 1001 : 1000;
                send(exchange, 206, Arrays.copyOfRange(content, from, from + 1000));
            } else {
                send(exchange, fault == Fault.ERROR ? 500 : 200, whole(content));
            }
        }
    }

    private byte[] whole(byte[] content) {
        if (fault == Fault.OTHER_BYTES) {
            content[2999]++;
        }
        return fault == Fault.SHORT ? Arrays.copyOf(content, 2999) : content;
    }

    private void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        if (fault == Fault.STALLS) {
            exchange.getResponseBody().flush();
            Uninterruptibles.awaitUninterruptibly(over);
        }
        exchange.getResponseBody().write(body);
    }

    @Test
    void aServerThatDoesItsJobPasses() {
        assertThatCode(() -> check(plan(0), 10_000)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "STALLS"})
    void aWrongAnswerIsNamed(Fault planted) {
        fault = planted;
        assertThatThrownBy(() -> check(plan(0), 10_000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("before the trial: " + planted.message);
    }

    @Test
    void aBodyThatDoesNotComeIsNotWaitedForForEver() {
        fault = Fault.STALLS;
        assertThatThrownBy(() -> check(plan(0), 300))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(fault.message);
    }

    @Test
    void aServerThatIsMeantToBeThatSlowIsAskedForNoBody() {
        fault = Fault.STALLS;
        assertThatCode(() -> check(plan(1), 10_000)).doesNotThrowAnyException();
        fault = Fault.FINDS_EVERYTHING;
        assertThatThrownBy(() -> check(plan(1), 10_000)).hasMessageContaining("there-is-none");
    }

    @Test
    void aServerThatIsNotThereIsNoContender() {
        server.stop(0);
        assertThatThrownBy(() -> check(plan(0), 10_000)).isInstanceOf(IOException.class);
    }
}
