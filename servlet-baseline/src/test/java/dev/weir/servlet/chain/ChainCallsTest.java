package dev.weir.servlet.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.chain.Chain;
import dev.weir.chain.ChainLevel;
import dev.weir.chain.ChainSettings;
import dev.weir.problem.Problem;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** For {@code GET /chain}, a server calls itself or another server. Tests how a call ends if it gets no answer. */
class ChainCallsTest {
    private static final ChainLevel LEVEL = new ChainLevel(1, 6, Duration.ZERO, Duration.ofMillis(3500));
    private static final ChainLevel PATIENT = new ChainLevel(1, 6, Duration.ZERO, Duration.ofHours(1));
    private static final int LONGEST_MILLIS = 10_000;

    private final ChainCalls calls = new ChainCalls(
            new Chain(new ChainSettings(true, null, LEVEL.timeout())), new DisconnectSweep(Duration.ofSeconds(15)));

    @AfterEach
    void stop() {
        calls.close();
    }

    @Test
    void a09_aCallThatIsNotAnsweredInTimeEndsWithItsConnection() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            silent.setSoTimeout(LONGEST_MILLIS);
            CompletableFuture<String> answer = calls.sent(LEVEL, url(silent));
            try (Socket connection = silent.accept()) {
                assertEnds(connection);
                assertRefused(answer, Problem.CHAIN_TOO_SLOW, "no answer within 2000 ms");
            }
        }
    }

    @Test
    void a09_aCancelledCallEndsWithItsConnection() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            silent.setSoTimeout(LONGEST_MILLIS);
            CompletableFuture<String> answer = calls.sent(PATIENT, url(silent));
            try (Socket connection = silent.accept()) {
                answer.cancel(false);
                assertEnds(connection);
            }
        }
    }

    @Test
    void a09_aRefusedConnectionIsNamed() throws IOException {
        URI nowhere;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nowhere = url(closed);
        }
        assertRefused(calls.sent(PATIENT, nowhere), Problem.CHAIN_BROKEN, "the next level refused the connection");
    }

    private static URI url(ServerSocket server) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/chain");
    }

    private static void assertEnds(Socket connection) throws IOException {
        connection.setSoTimeout(LONGEST_MILLIS);
        var _ = connection.getInputStream().readAllBytes(); // throws if the connection does not end
    }

    private static void assertRefused(CompletableFuture<String> answer, Problem problem, String reason) {
        Throwable failure = answer.handle((_, thrown) -> thrown).join();
        assertThat(LEVEL.refusal(failure).json()).isEqualTo(problem.json("the chain stopped at depth 6: " + reason));
    }
}
