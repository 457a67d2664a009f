package dev.weir.reactive.web.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.chain.Chain;
import dev.weir.chain.ChainLevel;
import dev.weir.chain.ChainSettings;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.test.StepVerifier;

/** Tests how a call to the next server of a chain ends if no answer comes. */
class ChainCallTest {
    private static final ChainLevel LEVEL = new ChainLevel(1, 6, Duration.ZERO, Duration.ofMillis(3500));
    private static final ChainLevel PATIENT = new ChainLevel(1, 6, Duration.ZERO, Duration.ofHours(1));
    private static final int LONGEST_MILLIS = 10_000;

    private final ChainConfiguration configuration = new ChainConfiguration();
    private final LoopResources loops = LoopResources.create("test", 1, true);
    private final ConnectionProvider connections = configuration.chainConnections();
    private final ChainController controller = new ChainController(
            new Chain(new ChainSettings(true, null, LEVEL.timeout())), configuration.chainClient(connections, loops));

    @AfterEach
    void stop() {
        connections.dispose();
        loops.dispose();
    }

    @Test
    void a09_aCallThatIsNotAnsweredInTimeEndsWithItsConnection() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            silent.setSoTimeout(LONGEST_MILLIS);
            Mono<String> answer = controller.sent(LEVEL, url(silent)).cache();
            var _ = answer.subscribe(_ -> {}, _ -> {});
            try (Socket connection = silent.accept()) {
                assertEnds(connection);
                assertRefused(answer, Problem.CHAIN_TOO_SLOW, "no answer within 2000 ms");
            }
        }
    }

    @Test
    void a09_aRefusedConnectionIsNamed() throws IOException {
        URI nowhere;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nowhere = url(closed);
        }
        assertRefused(controller.sent(PATIENT, nowhere), Problem.CHAIN_BROKEN, "the next level refused the connection");
    }

    private static URI url(ServerSocket server) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/chain");
    }

    private static void assertEnds(Socket connection) throws IOException {
        connection.setSoTimeout(LONGEST_MILLIS);
        var _ = connection.getInputStream().readAllBytes(); // throws if the connection does not end
    }

    private static void assertRefused(Mono<String> answer, Problem problem, String reason) {
        StepVerifier.create(answer)
                .expectErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOfSatisfying(
                                RefusedException.class,
                                refused -> assertThat(refused.json())
                                        .isEqualTo(problem.json("the chain stopped at depth 6: " + reason))))
                .verify(Duration.ofSeconds(10));
    }
}
