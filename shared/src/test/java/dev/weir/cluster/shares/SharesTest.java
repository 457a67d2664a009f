package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.weir.clients.ApiKey;
import dev.weir.clients.Client;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests limits that hold for several nodes together (T01 to T06, D15). The test moves the clock of all nodes. */
class SharesTest extends SimulatedNodes {
    @Test
    void t03_aClientOnFourNodesGetsItsRateOnce() {
        List<Flow> flows = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            node();
        }
        run(100);
        for (int i = 0; i < 16; i++) {
            flows.add(nodes.get(i % 4).download(CLIENT));
        }
        Map<Flow, Long> first = measure(2, flows);
        assertThat(sum(first)).isLessThanOrEqualTo(2 * RATE + 4 * 40 * KIB);
        Map<Flow, Long> bytes = measure(10, flows);
        assertThat(sum(bytes)).isCloseTo(10 * RATE, withPercentage(2));
        assertThat(jain(bytes.values().stream().map(Long::doubleValue).toList()))
                .isGreaterThan(0.98);
    }

    @Test
    void t03_aClientThatComesToASecondNodeGetsItsRateOnce() {
        Flow first = node().download(CLIENT);
        SimulatedNode other = node();
        run(2000);
        Flow second = other.download(CLIENT);
        run(1000);
        Map<Flow, Long> bytes = measure(10, List.of(first, second));
        assertThat(sum(bytes)).isCloseTo(10 * RATE, withPercentage(2));
        assertThat(bytes.get(first)).isCloseTo(5 * RATE, withPercentage(4));
    }

    @Test
    void t03_theSplitFollowsTheDownloads() {
        Flow alone = node().download(CLIENT);
        SimulatedNode other = node();
        List<Flow> three =
                Stream.generate(() -> other.download(CLIENT)).limit(3).toList();
        run(2000);
        Map<Flow, Long> bytes =
                measure(10, Stream.concat(Stream.of(alone), three.stream()).toList());
        assertThat(sum(bytes)).isCloseTo(10 * RATE, withPercentage(2));
        assertThat(bytes.get(alone)).isCloseTo(10 * RATE / 4, withPercentage(4));
    }

    @Test
    void t02_theRateOfEndedDownloadsMovesToTheOtherNode() {
        Flow ends = node().download(CLIENT);
        Flow stays = node().download(CLIENT);
        run(2000);
        ends.end();
        run(1000);
        assertThat(sum(measure(5, List.of(stays)))).isCloseTo(5 * RATE, withPercentage(2));
    }

    @Test
    void t02_theOtherNodeHasTheRateOfADeadOneWithinASecond() {
        SimulatedNode dies = node();
        dies.download(CLIENT);
        Flow stays = node().download(CLIENT);
        run(2000);
        nodes.remove(dies);
        run(1000);
        assertThat(sum(measure(5, List.of(stays)))).isCloseTo(5 * RATE, withPercentage(2));
    }

    /** Messages without news cost CPU time on each node. But news must not wait for such a message. */
    @Test
    void t02_aNodeWithoutNewsSendsInEveryThirdSlice() {
        SimulatedNode node = node();
        node.download(CLIENT);
        run(3000);
        int before = sent.size();
        run(3000);
        assertThat(sent).hasSize(before + 10);
        for (int i = 0; i < 3; i++) {
            run(3100); // so that the news comes in a different one of three slices each time
            before = sent.size();
            node.download("198.51.100." + i);
            run(100);
            assertThat(sent).hasSize(before + 1);
        }
    }

    @Test
    void t02_theOtherNodeGetsTheRateThatASlowReaderLeaves() {
        Flow slow = node().slowDownload(CLIENT, 100 * KIB);
        Flow fast = node().download(CLIENT);
        run(3000);
        Map<Flow, Long> bytes = measure(10, List.of(slow, fast));
        assertThat(bytes.get(slow)).isCloseTo(1000 * KIB, withPercentage(6));
        assertThat(bytes.get(fast)).isGreaterThan(2700 * KIB);
        assertThat(sum(bytes)).isLessThanOrEqualTo(10 * RATE + 80 * KIB);
    }

    /** Each node's part of the global rate must follow its number of clients, so that all clients get the same rate. */
    @Test
    void t04_clientsOnDifferentNodesShareTheGlobalRate() {
        Plan plan = SimulatedNode.plan(RATE, 1);
        List<Flow> flows = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            node(RATE, plan);
        }
        for (int client = 1; client <= 12; client++) {
            flows.add(nodes.get(client <= 8 ? 0 : client <= 11 ? 1 : 2).download("192.0.2." + client));
        }
        flows.add(nodes.get(1).download(CLIENT)); // a client on two nodes
        run(3000);
        Map<Flow, Long> bytes = measure(10, flows);
        assertThat(sum(bytes)).isCloseTo(10 * RATE, withPercentage(1));
        List<Double> clients = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            long elsewhere = i == 0 ? bytes.getOrDefault(flows.get(12), 0L) : 0;
            clients.add((double) bytes.getOrDefault(flows.get(i), 0L) + elsewhere);
        }
        assertThat(jain(clients)).isGreaterThan(0.98);
    }

    /**
     * A slow client uses less than its part of the global rate. The others must share the rest equally (max-min fair).
     */
    @Test
    void t04_allOthersShareTheGlobalRateThatAClientLeaves() {
        SimulatedNode one = node(RATE, SimulatedNode.plan(RATE, 1));
        SimulatedNode other = node(RATE, SimulatedNode.plan(RATE, 1));
        Flow slow = one.slowDownload("192.0.2.1", 40 * KIB);
        List<Flow> fast = List.of(one.download("192.0.2.2"), other.download("192.0.2.3"), other.download("192.0.2.4"));
        run(3000);
        Map<Flow, Long> bytes =
                measure(10, Stream.concat(Stream.of(slow), fast.stream()).toList());
        assertThat(bytes.get(slow)).isCloseTo(400 * KIB, withPercentage(6));
        for (Flow flow : fast) {
            assertThat(bytes.get(flow)).isCloseTo(1200 * KIB, withPercentage(6));
        }
    }

    @Test
    void t06_aChangedRateAppliesToTheSharesAtOnce() {
        Flow here = node().download(CLIENT);
        Flow there = node().download(CLIENT);
        run(2000);
        for (SimulatedNode node : nodes) {
            node.limits.change("plan", plan -> plan.with(new LiveLimits.Bucket(RATE / 4, 10 * KIB)));
        }
        long most = 5 * RATE / 4 + 2 * 40 * KIB;
        assertThat(sum(measure(5, List.of(here, there))))
                .isCloseTo(5 * RATE / 4, offset(80 * KIB))
                .isLessThan(most);
    }

    /**
     * A key is revoked and added again while a download with it is still open. Later downloads with this key on two
     * nodes must together get the full rate of one client, and no more.
     */
    @Test
    void t03_aRevokedClientTakesNoShareFromTheNextClientWithItsKey() {
        SimulatedNode one = node();
        SimulatedNode other = node();
        ApiKey key = ApiKey.parse("a key");
        nodes.forEach(node -> node.limits.assign(key, "client", "plan"));
        Client old = one.enter("a key", CLIENT);
        run(1000);
        one.limits.revoke(key, Runnable::run);
        one.limits.assign(key, "client", "plan");
        Flow here = new Flow(one, one.enter("a key", CLIENT), 0);
        Flow there = new Flow(other, other.enter("a key", CLIENT), 0);
        run(2000);
        one.clients.leave(old, Use.DOWNLOAD);
        run(2000);
        assertThat(sum(measure(10, List.of(here, there)))).isCloseTo(10 * RATE, withPercentage(2));
    }

    @Test
    void t03_withoutRedisDownloadsGoOnAtTheLastShare() {
        Flow one = node().download(CLIENT);
        SimulatedNode other = node();
        List<Flow> three =
                Stream.generate(() -> other.download(CLIENT)).limit(3).toList();
        run(2000);
        nodes.forEach(node -> node.channel.down(true));
        List<Flow> all = Stream.concat(Stream.of(one), three.stream()).toList();
        Map<Flow, Long> bytes = measure(10, all);
        assertThat(sum(bytes)).isCloseTo(10 * RATE, withPercentage(2));
        assertThat(bytes.get(one)).isCloseTo(10 * RATE / 4, withPercentage(4));
        Flow comes = nodes.getFirst().download("192.0.2.2");
        assertThat(sum(measure(5, List.of(comes)))).as("half of its rate").isCloseTo(5 * RATE / 2, offset(40 * KIB));
        nodes.forEach(node -> node.channel.down(false));
        run(2000);
        assertThat(sum(measure(5, List.of(comes)))).isCloseTo(5 * RATE, withPercentage(2));
        assertThat(sum(measure(5, all))).isCloseTo(5 * RATE, withPercentage(2));
    }
}
