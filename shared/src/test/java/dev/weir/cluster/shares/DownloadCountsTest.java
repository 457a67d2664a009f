package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of downloads hold over nodes that have many other clients, too (D15). */
class DownloadCountsTest extends SimulatedNodes {
    @Override
    SimulatedNode node() {
        return crowded();
    }

    /** @param millis differ by a slice, since a node that only looks at its clients in turn is in time once in four */
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

    /** If this fails, check that a node tells what it saw in a slice without a message. */
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

    /** If this fails, check that a node which knows too little asks, and that the others then tell everything. */
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

    /** If this fails, check that a node asks, too, if it has heard only the shares of the others. */
    @Test
    void d15_aNodeThatStartsLaterLearnsTheCountsOfClientsOnSeveralNodes() {
        SimulatedNode one = node();
        SimulatedNode other = node();
        one.download(CLIENT);
        other.download(CLIENT);
        run(2000);
        one.download(CLIENT); // for about two seconds, each message tells other shares
        run(200);
        SimulatedNode later = node();
        run(400);
        later.download(CLIENT); // from now on the node knows the client
        run(20);
        assertThatThrownBy(() -> later.enter(CLIENT)).isInstanceOf(RefusedException.class);
    }

    /** If this fails, check that a node asks for lost counts, though the next message tells the shares. */
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

    /** If this fails, check that a node tells again what it could not send. */
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

    /** If this fails, check that a node which counted as dead is asked for everything when it is back. */
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

    /** If this fails, each node sends and reads many bytes a second that tell nothing. */
    @Test
    void whatHasNotChangedIsNotTold() {
        node().download(CLIENT);
        node();
        run(2000);
        int before = sent.size();
        run(10_000);
        assertThat(sent.subList(before, sent.size()))
                .hasSizeGreaterThan(100)
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
