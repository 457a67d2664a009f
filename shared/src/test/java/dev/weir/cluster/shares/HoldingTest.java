package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.throttle.ShareLimits.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/**
 * Tests that all nodes together never use more than a rate (T01). The nodes want random parts of the rate, and send
 * their messages in a random order.
 */
class HoldingTest {
    private static final int ROUNDS = 20_000;
    private static final int BEGINNING = 3;

    /**
     * A message from a node to the others: its arguments of {@link Holding#want}, and the fraction {@code held} that it
     * announces. {@link Part#WHOLE} stands for 100 %.
     */
    private record Told(long need, long hunger, long held) {
        static final Told NOTHING = new Told(0, 0, 0);
    }

    private static final class Node {
        final Holding holding = new Holding();
        Told want = Told.NOTHING;
        List<Told> heard = List.of();

        boolean awaits;
        int rounds;
    }

    private static final class Nodes {
        final Random random;
        final ToIntFunction<Holding> uses;
        final List<Node> all = new ArrayList<>();
        final List<Told> told = new ArrayList<>();

        Nodes(long seed, int number, ToIntFunction<Holding> uses) {
            this.random = new Random(seed);
            this.uses = uses;
            for (int i = 0; i < number; i++) {
                Node node = new Node();
                node.holding.begin(number);
                all.add(node);
                told.add(new Told(0, 0, Part.WHOLE / number));
            }
        }

        /**
         * Lets a random node act. The node may first change what it wants. A node alternately sends a message and reads
         * messages. It reads only the messages that the other nodes had sent before its own last message.
         */
        void step() {
            int index = random.nextInt(all.size());
            Node node = all.get(index);
            if (random.nextInt(4) == 0) {
                boolean isHungry = random.nextBoolean();
                node.want =
                        new Told(isHungry ? 0 : random.nextInt(Part.WHOLE), isHungry ? 1 + random.nextInt(100) : 0, 0);
            }
            if (node.awaits) {
                hear(node, index);
            } else {
                tell(node, index);
            }
        }

        void tell(Node node, int index) {
            node.holding.want((double) node.want.need, (double) node.want.hunger, all.size());
            told.set(index, new Told(node.want.need, node.want.hunger, node.holding.told()));
            node.heard = List.copyOf(told);
            node.awaits = true;
        }

        void hear(Node node, int index) {
            node.holding.others.clear();
            for (int other = 0; other < all.size(); other++) {
                if (other != index) {
                    Told of = node.heard.get(other);
                    node.holding.others.add(of.need, of.hunger, of.held);
                }
            }
            node.holding.answered(all.size(), true);
            node.awaits = false;
            node.rounds++;
        }

        boolean haveBegun() {
            return all.stream().allMatch(node -> node.rounds > BEGINNING);
        }

        long used() {
            return all.stream().mapToLong(node -> uses.applyAsInt(node.holding)).sum();
        }
    }

    private static long mostUsed(long seed, ToIntFunction<Holding> uses) {
        Nodes nodes = new Nodes(seed, 2 + new Random(seed).nextInt(4), uses);
        long most = 0;
        for (int i = 0; i < ROUNDS; i++) {
            nodes.step();
            most = nodes.haveBegun() ? Math.max(most, nodes.used()) : most;
        }
        return most;
    }

    @Test
    void t01_nodesNeverUseMoreThanTheRateTogether() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(mostUsed(seed, Holding::used)).as("seed " + seed).isBetween(Part.WHOLE / 2L, (long) Part.WHOLE);
        }
    }

    /**
     * Shows that these tests find a fault. Here, a node uses a larger fraction of the rate as soon as it announces this
     * fraction. A correct node waits until it has received its own announcement.
     */
    @Test
    void aNodeThatDoesNotWaitIsFound() {
        assertThat(mostUsed(1, Holding::told)).isGreaterThan(Part.WHOLE);
    }

    @Test
    void t02_nodesThatKeepTheirWishesUseTheWholeRate() {
        for (long seed = 1; seed <= 20; seed++) {
            Nodes nodes = new Nodes(seed, 4, Holding::used);
            nodes.all.forEach(node -> node.want = new Told(0, 1 + nodes.random.nextInt(100), 0));
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < 4; i++) {
                    nodes.tell(nodes.all.get(i), i);
                    nodes.hear(nodes.all.get(i), i);
                }
            }
            assertThat(nodes.used()).as("seed " + seed).isBetween(Part.WHOLE - Part.WHOLE / 250L, (long) Part.WHOLE);
        }
    }

    @Test
    void aNodeThatBeginsHasItsPartAtOnce() {
        Holding holding = new Holding();
        holding.begin(4);
        assertThat(holding.used()).isEqualTo(Part.WHOLE / 4);
        holding.others.add(0, 1, Part.WHOLE);
        holding.want(0, 1, 4);
        holding.answered(4, true);
        assertThat(holding.used()).isEqualTo(Part.WHOLE / 4);
        holding.answered(4, true);
        holding.answered(4, true);
        assertThat(holding.used()).as("when the others should have made room").isZero();
    }

    @Test
    void aNodeThatHasLostAMessageMakesRoomButTakesNothing() {
        Holding holding = new Holding();
        holding.begin(2);
        for (int round = 0; round < BEGINNING; round++) {
            holding.want(0, 1, 2);
            holding.answered(2, true);
        }
        assertThat(holding.used()).isEqualTo(Part.WHOLE);
        holding.others.add(0, 1, Part.WHOLE / 4);
        holding.answered(2, false);
        assertThat(holding.used()).isEqualTo(Part.WHOLE - Part.WHOLE / 4);
        holding.others.clear();
        holding.answered(2, false);
        assertThat(holding.used()).isEqualTo(Part.WHOLE - Part.WHOLE / 4);
        holding.answered(2, true);
        assertThat(holding.used()).isEqualTo(Part.WHOLE);
    }
}
