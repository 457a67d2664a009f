package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.result.Plan;
import dev.weir.perf.scenario.OpenGets;
import dev.weir.perf.server.Cores;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanningTest {
    private static final int BLOCKS = 10;
    private static final List<Entrant> ENTRANTS = Stream.of("async", "async#2", "reactive", "virtual")
            .map(Entrant::of)
            .toList();
    private static final Runner.Plans PLANS = new Runner.Plans(
            "Who waits?",
            "./weir compare",
            BLOCKS,
            ENTRANTS,
            ENTRANTS.get(2),
            Cores.APART,
            List.of("-Xmx4g"),
            seed -> List.of(new OpenGets(100, 10, 4, seed), new OpenGets(2000, 10, 4, seed)));

    private static List<Plan.Case> block(Plan plan, int block) {
        return plan.cases().stream().filter(planned -> planned.block() == block).toList();
    }

    private static List<String> order(Plan plan, int block) {
        return block(plan, block).stream().map(Plan.Case::toString).toList();
    }

    @Test
    void everyBlockHoldsEveryContenderUnderEveryLoadOnce() {
        Plan plan = PLANS.plan(7);
        Set<String> all = new HashSet<>();
        for (String load : List.of("100 requests/s: ", "2,000 requests/s: ")) {
            ENTRANTS.forEach(entrant -> all.add(load + entrant));
        }
        for (int block = 1; block <= BLOCKS; block++) {
            assertThat(order(plan, block)).containsExactlyInAnyOrderElementsOf(all);
        }
        assertThat(plan.cases()).hasSize(BLOCKS * all.size());
    }

    @Test
    void whatServersAreToldBesideTheUsualStandsInThePlan() {
        assertThat(PLANS.plan(7).choices())
                .anySatisfy(choice -> assertThat(choice).contains("-Xmx3g -XX:+UseG1GC -Xmx4g"));
    }

    @Test
    void blocksFollowEachOtherAndPositionsCount() {
        Plan plan = PLANS.plan(7);
        assertThat(plan.cases()).extracting(Plan.Case::block).isSorted();
        assertThat(plan.cases())
                .extracting(Plan.Case::position)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, BLOCKS * 8).boxed().toList());
        assertThat(plan.cases()).extracting(Plan.Case::name).doesNotHaveDuplicates();
    }

    /** Loads too: a block in which one load comes first would have them drift apart. */
    @Test
    void theOrderDiffersBetweenBlocks() {
        Plan plan = PLANS.plan(7);
        Set<List<String>> orders = new HashSet<>();
        Set<String> first = new HashSet<>();
        for (int block = 1; block <= BLOCKS; block++) {
            orders.add(order(plan, block));
            first.add(block(plan, block).getFirst().load());
        }
        assertThat(orders).hasSize(BLOCKS);
        assertThat(first).hasSize(2);
    }

    @Test
    void theSeedMakesThePlan() {
        assertThat(PLANS.plan(7)).isEqualTo(PLANS.plan(7));
        assertThat(PLANS.plan(8).cases()).isNotEqualTo(PLANS.plan(7).cases());
        assertThat(PLANS.plan(7).command()).isEqualTo("./weir compare --seed 7 --out DIR");
    }

    @Test
    void baselinesArePlanned() {
        assertThat(PLANS.plan(7).baselines())
                .isEqualTo(Map.of("async", "reactive", "async#2", "async", "virtual", "reactive"));
    }

    @Test
    void choicesSayHowItIsDecided() {
        assertThat(String.join("\n", PLANS.plan(7).choices()))
                .contains("S5 is an open load", "10 blocks", "Stop rule", "Holm", "A trial is invalid")
                .doesNotContain("One block");
        assertThat(PLANS.plan(7).choices()).doesNotHaveDuplicates();
    }
}
