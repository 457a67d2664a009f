package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.weir.throttle.ShareLimits.Part;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SplitTest {
    private static final int ROUNDS = 12;

    /**
     * Divides a rate in rounds. In each round, a node tells the others its demand, or its weight if its part is smaller
     * than its demand. Returns the parts after the last round.
     */
    private static double[] divide(long[] demands, long[] weights) {
        int nodes = demands.length;
        boolean[] hungry = new boolean[nodes];
        double[] parts = new double[nodes];
        for (int round = 0; round < ROUNDS; round++) {
            boolean[] before = hungry.clone();
            for (int node = 0; node < nodes; node++) {
                Split others = new Split();
                for (int other = 0; other < nodes; other++) {
                    if (other != node) {
                        others.add(before[other] ? 0 : demands[other], before[other] ? weights[other] : 0, 0);
                    }
                }
                double need = before[node] ? 0 : demands[node];
                double hunger = before[node] ? weights[node] : 0;
                parts[node] = others.part(need, hunger);
                hungry[node] = demands[node] > weights[node] * others.level(need, hunger);
            }
        }
        return parts;
    }

    /**
     * Computes the fair division of a rate. The parts of the nodes are proportional to their weights, but no node gets
     * more than its demand.
     */
    private static double[] waterFilling(long[] demands, long[] weights) {
        double low = 0;
        double high = Part.WHOLE;
        for (int i = 0; i < 60; i++) {
            double level = (low + high) / 2;
            double sum = 0;
            for (int node = 0; node < demands.length; node++) {
                sum += Math.min((double) demands[node], weights[node] * level);
            }
            low = sum < Part.WHOLE ? level : low;
            high = sum < Part.WHOLE ? high : level;
        }
        double[] parts = new double[demands.length];
        for (int node = 0; node < parts.length; node++) {
            parts[node] = Math.min((double) demands[node], weights[node] * low);
        }
        return parts;
    }

    @Test
    void t04_theDivisionBecomesMaxMinFair() {
        for (long seed = 1; seed <= 1000; seed++) {
            Random random = new Random(seed);
            int nodes = 1 + random.nextInt(6);
            long[] demands = random.longs(nodes, 0, Part.WHOLE).toArray();
            long[] weights = random.longs(nodes, 1, 20).toArray();
            double[] parts = divide(demands, weights);
            assertThat(Arrays.stream(parts).sum()).as("seed " + seed).isCloseTo(Part.WHOLE, offset(1.0));
            if (Arrays.stream(demands).sum() > Part.WHOLE) {
                assertThat(parts).as("seed " + seed).containsExactly(waterFilling(demands, weights), offset(2.0));
            }
        }
    }

    @Test
    void t02_allNodesHaveThePartThatNobodyNeeds() {
        Split others = new Split();
        others.add(Part.WHOLE / 4, 0, 0);
        assertThat(others.part(0, 0)).isCloseTo(Part.WHOLE * 3 / 8.0, offset(1.0));
        assertThat(new Split().part(0, 0)).isEqualTo(Part.WHOLE);
        assertThat(new Split().level(0, 0)).isInfinite();
    }
}
