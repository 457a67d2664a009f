package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.Use;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the limit on a client's downloads across several nodes. These nodes also have many other clients (D15). */
class DownloadCountsTest extends SimulatedNodes {
    @Override
    SimulatedNode node() {
        return crowded();
    }

    /**
     * @param millis the time from the first download to the others. With only one value, a node that looks at each
     *     client just once every few seconds could pass by chance
     */
    @ParameterizedTest
    @ValueSource(ints = {2000, 2100, 2200, 2300})
    void d15_newDownloadsCountOnOtherNodesAfterTwoSlices(int millis) {
        SimulatedNode one = node();
        SimulatedNode other = node();
        one.download(CLIENT);
        run(millis);
        for (int i = 0; i < 3; i++) {
            one.download(CLIENT);
        }
        run(200);
        other.download(CLIENT); // from now on the node knows the client
        run(20);
        assertThatThrownBy(() -> other.enter(CLIENT)).isInstanceOf(RefusedException.class);
    }

    /** A node sees new downloads at a time when it sends no message. Its next message must report these downloads. */
    @ParameterizedTest
    @ValueSource(ints = {2000, 2100, 2200, 2300})
    void d15_newDownloadsCountOnOtherNodesThoughMessagesAreLate(int millis) {
        SimulatedNode one = node();
        SimulatedNode other = node();
        nodes.forEach(node -> node.channel.slow(7)); // so that a message comes back after more than a slice
        one.download(CLIENT);
        run(millis);
        for (int i = 0; i < 3; i++) {
            one.download(CLIENT);
        }
        run(600);
        other.download(CLIENT); // from now on the node knows the client
        run(20);
        assertThatThrownBy(() -> other.enter(CLIENT)).isInstanceOf(RefusedException.class);
    }

    /** A node that starts later lacks the other nodes' counts of downloads. It must ask for them and get all counts. */
    @Test
    void d15_aNodeThatStartsLaterLearnsWhatHasNotChanged() {
        SimulatedNode one = node();
        for (int i = 0; i < 4; i++) {
            one.download(CLIENT);
        }
        run(2000);
        SimulatedNode later = node();
        run(400);
        later.download(CLIENT); // from now on the node knows the client
        run(20);
        assertThatThrownBy(() -> later.enter(CLIENT)).isInstanceOf(RefusedException.class);
    }

    /** A new node gets the other nodes' shares of the rate, but no counts of downloads. It must ask for the counts. */
    @Test
    void d15_aNodeThatStartsLaterLearnsTheCountsOfClientsOnSeveralNodes() {
        SimulatedNode one = node();
        SimulatedNode other = node();
        one.download(CLIENT);
        other.download(CLIENT);
        run(2000);
        one.download(CLIENT); // for about two seconds, the shares differ in each message
        run(200);
        SimulatedNode later = node();
        run(400);
        later.download(CLIENT); // from now on the node knows the client
        run(20);
        assertThatThrownBy(() -> later.enter(CLIENT)).isInstanceOf(RefusedException.class);
    }

    /**
     * A message with counts of downloads is lost. The receiver must ask for these counts, even if it has got a later
     * message.
     */
    @Test
    void d15_downloadsThatWereToldInALostMessageAreToldAgain() {
        SimulatedNode one = node();
        SimulatedNode other = node();
        one.download(CLIENT);
        other.download(CLIENT);
        run(2000);
        other.channel.loseNext(message -> message.contains(" node0 ") && !message.endsWith(" " + Report.AS_BEFORE));
        one.download(CLIENT);
        one.download(CLIENT);
        run(1000);
        assertThat(other.channel.lost()).isOne();
        assertThatThrownBy(() -> other.enter(CLIENT)).isInstanceOf(RefusedException.class);
    }

    /** If a node could not send a message, its next message must have the contents of that message. */
    @Test
    void d15_whatAClosedChannelDidNotSendIsInTheNextMessage() {
        SimulatedNode one = node();
        one.channel.closed(true);
        one.download(CLIENT);
        run(300);
        assertThat(sent).isEmpty();
        one.channel.closed(false);
        run(100);
        assertThat(sent.getFirst()).doesNotEndWith(" " + Report.AS_BEFORE);
    }

    /** A node that seemed dead sends again. The others must ask for the number of its downloads. */
    @Test
    void d15_downloadsOfANodeThatWasCutOffCountWhenItIsBack() {
        SimulatedNode one = node();
        SimulatedNode other = node();
        run(2000);
        one.channel.down(true);
        for (int i = 0; i < 4; i++) {
            one.download(CLIENT);
        }
        run(1000);
        one.channel.down(false);
        run(1500);
        other.download(CLIENT);
        run(20);
        assertThatThrownBy(() -> other.enter(CLIENT)).isInstanceOf(RefusedException.class);
    }

    /** A node without news sends rarely. Nodes that send often must not count it as dead, or forget its downloads. */
    @Test
    void d15_downloadsOfANodeWithoutNewsCount() {
        SimulatedNode calm = node();
        SimulatedNode busy = node();
        for (int i = 0; i < 4; i++) {
            calm.download(CLIENT);
        }
        busy.download("198.51.100.1");
        node().download("198.51.100.1"); // two nodes that share a client's rate send in each slice
        run(5000);
        int before = sent.size();
        run(3000);
        assertThat(sent).hasSize(before + 10 + 2 * 30);
        busy.download(CLIENT); // admitted, because the node reads the client's counts only after it
        run(20);
        assertThatThrownBy(() -> busy.enter(CLIENT)).isInstanceOf(RefusedException.class);
    }

    /** A stream may begin while the node waits for its own message. Others must then know as soon as of any other stream. */
    @Test
    void aStreamIsToldWheneverItBegins() {
        SimulatedNode node = crowded();
        crowded();
        run(5000);
        for (int i = 0; i < 30; i++) { // the streams begin at each of the 15 steps of three slices, twice
            run(3020);
            int before = sent.size();
            node.clients.enter(null, InetAddress.ofLiteral("203.0.113." + i), Use.SUBSCRIPTION);
            run(200);
            assertThat(sent.subList(before, sent.size()))
                    .as("stream %d", i)
                    .anyMatch(message -> !message.endsWith(" -"));
        }
    }

    /** A node must not send unchanged shares and counts again. Otherwise all nodes would read many useless bytes. */
    @Test
    void whatHasNotChangedIsNotTold() {
        node().download(CLIENT);
        node();
        run(2000);
        int before = sent.size();
        run(10_000);
        assertThat(sent.subList(before, sent.size()))
                .hasSizeGreaterThan(60)
                .allMatch(message -> message.endsWith(" - -"));
    }

    @Test
    void d15_downloadsOfAllNodesCount() {
        SimulatedNode one = node();
        SimulatedNode other = node();
        Flow first = one.download(CLIENT);
        one.download(CLIENT);
        other.download(CLIENT);
        other.download(CLIENT);
        run(300);
        for (SimulatedNode node : nodes) {
            assertThatThrownBy(() -> node.enter(CLIENT))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.problem()).isEqualTo(Problem.TOO_MANY_DOWNLOADS));
        }
        first.end();
        run(300);
        other.download(CLIENT);
        nodes.remove(one);
        run(1000);
        other.download(CLIENT);
    }
}
