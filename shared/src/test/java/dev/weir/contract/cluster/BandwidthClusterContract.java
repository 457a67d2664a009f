package dev.weir.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.RunningServer;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that the rate and the limits of a client apply to all cluster nodes together (T02, T03, D14, D15, E10). */
public interface BandwidthClusterContract extends NodesUnderTest {
    String SLOW_FIELD = "X-API-Key: " + SuiteSettings.SLOW_KEY;
    String FEW_FIELD = "X-API-Key: " + SuiteSettings.FEW_KEY;

    /** The rate of the plan {@code slow}, in bytes per second. */
    int SLOW_RATE = 40 * 1024;

    /**
     * The highest rate that a test accepts, as a multiple of the client's rate. The throttle grants bytes in chunks, so
     * the bytes of one second may exceed the rate.
     */
    double MOST = 1.4;

    Pattern VALUE = Pattern.compile("\"value\":([-+.0-9E]+)");

    /** If this fails, check that the server lowers its counts of downloads and streams, however a response ends. */
    @AfterEach
    default void everythingHasEnded() {
        for (RunningServer node : nodes()) {
            Eventually.is("the end of all downloads", () -> meter(node, "weir.downloads.active") == 0);
            Eventually.is("the end of all streams", () -> meter(node, "weir.events.subscribers") == 0);
        }
    }

    /** If this fails, check that the nodes receive each other's messages. Otherwise each node grants the whole rate. */
    @Test
    default void t03_oneClientOnTwoNodesGetsItsRateOnce() {
        try (Connection one = slowDownload(0);
                Connection _ = slowDownload(1)) {
            bothHaveAPart();
            assertNotAboveTheRate();
            assertThat(one.some(1)).hasSize(1);
        }
    }

    /**
     * The header field {@code RateLimit-Policy} must tell a client its whole rate. If this fails, check that the field
     * does not contain this node's part of the rate.
     */
    @Test
    default void d14_aClientOnTwoNodesIsToldItsWholeRate() {
        try (Connection _ = slowDownload(0);
                Connection _ = slowDownload(1)) {
            bothHaveAPart();
            try (Connection third = nodes().get(1).open("GET", "/files/large.bin", SLOW_FIELD)) {
                assertThat(third.head().field("RateLimit-Policy")).contains("q=" + SLOW_RATE);
            }
        }
    }

    /** If this fails, check that a node gives up a client's rate when it serves no more downloads of the client. */
    @Test
    default void t02_theRateOfEndedDownloadsMovesToTheOtherNode() {
        try (Connection _ = slowDownload(1)) {
            try (Connection ends = slowDownload(0)) {
                bothHaveAPart();
                ends.reset();
            }
            Eventually.is("the whole rate on one node", () -> rate(List.of(nodes().get(1))) > 0.8 * SLOW_RATE);
        }
    }

    /** If this fails, check that a node without Redis keeps its last part of the rate, not the whole rate. */
    @Test
    default void t03_withoutRedisDownloadsGoOnAtTheLastShare() {
        try (Connection _ = slowDownload(0);
                Connection _ = slowDownload(1)) {
            bothHaveAPart();
            whilePaused(this::assertNotAboveTheRate);
            assertNotAboveTheRate();
        }
    }

    /** If this fails, check that a node also counts the client's downloads on the other nodes. */
    @Test
    default void d15_downloadsOnAllNodesCount() {
        try (Connection _ = open(0, FEW_FIELD)) {
            try (Connection ends = open(1, FEW_FIELD)) {
                refusedEverywhere("/files/none", Problem.TOO_MANY_DOWNLOADS);
                ends.reset();
            }
            Eventually.is(
                    "room", () -> nodes().get(0).get("/files/none", FEW_FIELD).status() == 404);
        }
    }

    @Test
    default void e10_subscribersOnAllNodesCount() {
        String target = "/events/next?timeout=0";
        try (EventStream _ = EventStream.open(nodes().get(0), "/events", FEW_FIELD)) {
            try (EventStream _ = EventStream.open(nodes().get(1), "/events", FEW_FIELD)) {
                refusedEverywhere(target, Problem.TOO_MANY_SUBSCRIBERS);
            }
            Eventually.is("room", () -> nodes().get(0).get(target, FEW_FIELD).status() == 204);
        }
    }

    private void refusedEverywhere(String target, Problem problem) {
        for (RunningServer node : nodes()) {
            Eventually.is("a refusal", () -> node.get(target, FEW_FIELD).status() == 429);
            node.get(target, FEW_FIELD).assertRefusedWith(problem);
        }
    }

    private Connection slowDownload(int node) {
        return open(node, SLOW_FIELD);
    }

    /** Begins a download. Reads the header of the answer, but not the body. */
    private Connection open(int node, String field) {
        Connection connection = nodes().get(node).open("GET", "/files/large.bin", field);
        connection.head().assertStatus(200);
        return connection;
    }

    /** Waits until both nodes together grant at most {@link #MOST} times the client's rate. */
    private void bothHaveAPart() {
        Eventually.is("a divided rate", () -> rate(nodes()) < MOST * SLOW_RATE);
    }

    /** Checks that both nodes together grant at most {@link #MOST} times the client's rate. */
    private void assertNotAboveTheRate() {
        for (int i = 0; i < 3; i++) {
            assertThat(rate(nodes())).isLessThan(MOST * SLOW_RATE);
        }
    }

    /** Waits until these nodes together grant {@link #SLOW_RATE} bytes. Returns their total bytes per second. */
    private double rate(List<RunningServer> some) {
        long startNanos = System.nanoTime();
        double before = granted(some);
        Eventually.is("a second's bytes", () -> granted(some) - before >= SLOW_RATE);
        double bytes = granted(some) - before;
        return bytes * TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - startNanos);
    }

    private static double granted(List<RunningServer> some) {
        return some.stream()
                .mapToDouble(node -> meter(node, "weir.throttle.granted"))
                .sum();
    }

    /** Returns the value of a metric. Asks the management port for it, because the node may run in another process. */
    private static double meter(RunningServer node, String name) {
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", node.managementPort())) {
            String text =
                    connection.send("GET", "/actuator/metrics/" + name).answer().text();
            Matcher value = VALUE.matcher(text);
            if (!value.find()) {
                throw new AssertionError(name + " has no value: " + text);
            }
            return Double.parseDouble(value.group(1));
        }
    }
}
