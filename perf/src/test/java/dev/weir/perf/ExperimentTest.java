package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.contender.JoinedServer;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.scenario.PlainGets;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentTest {
    private static final int BLOCKS = 10;
    private static final List<Entrant> ENTRANTS = Stream.of("async", "async#2", "reactive", "virtual")
            .map(Entrant::of)
            .toList();
    private static final Experiment EXPERIMENT = new Experiment(
            "Who waits?",
            "./weir compare",
            BLOCKS,
            ENTRANTS,
            ENTRANTS.get(2),
            Cores.APART,
            List.of("-Xmx4g"),
            List.of(new JoinedServer("mine", "serve {port}")),
            seed -> List.of(new PlainGets(100, 10, 4, seed), new PlainGets(2000, 10, 4, seed)),
            Map.of());

    private static List<RunPlan.Case> block(RunPlan plan, int block) {
        return plan.cases().stream().filter(planned -> planned.block() == block).toList();
    }

    private static List<String> order(RunPlan plan, int block) {
        return block(plan, block).stream()
                .map(planned -> planned.setting() + ": " + planned.contender())
                .toList();
    }

    @Test
    void everyBlockHoldsEveryContenderUnderEveryLoadOnce() {
        RunPlan plan = EXPERIMENT.plan(7);
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
    void thePlanNamesTheUnusualOptionsOfTheServers() {
        assertThat(EXPERIMENT.plan(7).choices())
                .anySatisfy(choice -> assertThat(choice).contains("-Xmx3g -XX:+UseG1GC -Xmx4g"));
    }

    @Test
    void blocksFollowEachOtherAndPositionsCount() {
        RunPlan plan = EXPERIMENT.plan(7);
        assertThat(plan.cases()).extracting(RunPlan.Case::block).isSorted();
        assertThat(plan.cases())
                .extracting(RunPlan.Case::position)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, BLOCKS * 8).boxed().toList());
        assertThat(plan.cases()).extracting(RunPlan.Case::name).doesNotHaveDuplicates();
    }

    /** The order of loads must differ between blocks (repetitions). No load may come first in all of them. */
    @Test
    void theOrderDiffersBetweenBlocks() {
        RunPlan plan = EXPERIMENT.plan(7);
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
        assertThat(EXPERIMENT.plan(7)).isEqualTo(EXPERIMENT.plan(7));
        assertThat(EXPERIMENT.plan(8).cases()).isNotEqualTo(EXPERIMENT.plan(7).cases());
        assertThat(EXPERIMENT.plan(7).command()).isEqualTo("./weir compare --seed 7 --out DIR");
    }

    @Test
    void thePlanNamesTheCommandOfAServerThatJoins() {
        assertThat(EXPERIMENT.plan(7).choices())
                .anyMatch(text -> text.contains("\"mine\"") && text.contains(": serve {port}."));
    }

    @Test
    void baselinesArePlanned() {
        assertThat(EXPERIMENT.plan(7).baselines())
                .isEqualTo(Map.of("async", "reactive", "async#2", "async", "virtual", "reactive"));
    }

    /** A server on Jetty must be compared with the server that has the same threading model on Tomcat. */
    @ParameterizedTest
    @ValueSource(strings = {"s1-jetty", "s2x-jetty"})
    void jettyIsComparedWithTheSameModelOnTomcat(String folder) throws IOException {
        List<String> options = Profile.of("full").parts().stream()
                .filter(part -> part.folder().equals(folder))
                .findFirst()
                .orElseThrow()
                .options();
        List<Entrant> entrants = Splitter.on(',').splitToList(options.getLast()).stream()
                .map(Entrant::of)
                .toList();
        Experiment part = new Experiment(
                "Which container?",
                "./weir compare",
                1,
                entrants,
                CompareCommand.usualBaseline(entrants),
                Cores.APART,
                List.of(),
                List.of(),
                EXPERIMENT.bySeed(),
                Map.of());
        assertThat(part.plan(7).baselines())
                .hasSize(entrants.size() - 1)
                .containsEntry("async-jetty", "async-idiomatic")
                .containsEntry("virtual-jetty", "virtual-idiomatic")
                .containsEntry("blocking-jetty", "blocking-idiomatic");
    }

    /**
     * A trial with a planted fault or delay must run once, after all other trials. A server with a fault must have no
     * baseline. The server with a delay of 5 ms must have one: its copy with a delay of 0 ms.
     */
    @Test
    void plantedTrialsFollowAndAreComparedWithTheirOwn() {
        RunPlan plan = new Experiment(
                        "Who waits?",
                        "./weir compare",
                        2,
                        ENTRANTS,
                        ENTRANTS.get(2),
                        Cores.APART,
                        List.of(),
                        List.of(),
                        EXPERIMENT.bySeed(),
                        Experiment.plantedIn(Contender.ASYNC))
                .plan(7);
        assertThat(plan.cases())
                .hasSize(2 * 8 + 6)
                .last()
                .isEqualTo(new RunPlan.Case(22, 2, "S2x", "100 subscribers, 10 events/s", "async!event"));
        assertThat(plan.cases().stream().filter(RunPlan.Case::hasFault))
                .extracting(RunPlan.Case::contender)
                .containsExactly("async!burner", "async!byte", "async!rate", "async!event");
        assertThat(plan.baselines()).containsEntry("async+5ms", "async+0ms").doesNotContainKey("async!byte");
    }

    @Test
    void choicesSayHowItIsDecided() {
        assertThat(String.join("\n", EXPERIMENT.plan(7).choices()))
                .contains("S5 is an open-loop load", "10 blocks", "Stop rule", "Holm", "A trial is invalid")
                .doesNotContain("One block");
        assertThat(EXPERIMENT.plan(7).choices()).doesNotHaveDuplicates();
    }
}
