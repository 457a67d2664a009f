package dev.weir.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.RunningServer;
import dev.weir.contract.soap.SoapSender;
import dev.weir.problem.Problem;
import dev.weir.soap.Sent;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the replay cache that cluster nodes share (rule S05), and what a node reports without Redis (rule A02). */
public interface SoapClusterContract extends NodesUnderTest {
    /** If this fails, check that {@code SoapGateway} uses the replay cache that the nodes share. */
    @Test
    default void s05_oneOfTheCopiesOnTwoNodesIsAnswered() {
        for (int round = 0; round < 10; round++) {
            Sent sent = message();
            List<Integer> statuses = IntStream.range(0, 8)
                    .parallel()
                    .mapToObj(copy -> post(copy % 2, sent).status())
                    .toList();
            assertThat(statuses).containsOnlyOnce(200).allMatch(status -> status == 200 || status == 500);
        }
    }

    @Test
    default void s05_withoutRedisEachMessageIsRefused() {
        whilePaused(() -> {
            post(0, message()).assertRefusedWith(Problem.UNAVAILABLE);
            post(1, message()).assertRefusedWith(Problem.UNAVAILABLE);
        });
        assertThat(post(0, message()).status()).isEqualTo(200);
    }

    /**
     * If this fails, check what a node does while Redis is gone. Its health must be down and name Redis. Its info must
     * name the degraded features. It must still be ready, and serve files.
     */
    @Test
    default void a02_healthSaysThatRedisIsGone() {
        whilePaused(() -> nodes().forEach(node -> {
            Eventually.is("the end of Redis's health", () -> node.management(RunningServer.HEALTH + "/redis") == 503);
            assertThat(node.management(RunningServer.HEALTH)).isEqualTo(503);
            assertThat(node.management(RunningServer.READINESS)).isEqualTo(200);
            assertThat(node.manage("/actuator/info").text())
                    .contains("\"redis\":{\"used\":true,\"degraded\":[\"events\",\"limits\",\"publishing\",\"soap\"]}");
        }));
        assertThat(Stream.of(0, 1)
                        .map(node -> nodes().get(node).get("/files/text.txt").status()))
                .containsOnly(200);
    }

    private Answer post(int node, Sent sent) {
        return new SoapSender(nodes().get(node)).post(sent);
    }

    private static Sent message() {
        return Sent.soap(SoapSender.calls().plus(1, 2, SoapSender.now()).envelope());
    }
}
