package dev.weir.events;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tests the tests in {@link LogRules}. Each row below names a faulty log, and a test that must fail with this log. */
class BrokenLogsTest {
    @ParameterizedTest
    @CsvSource({
        "Lossy, e03_readsAsTheNaiveLogFromAnyCursor",
        "Lossy, e03_aClientThatFollowsGetsEachEventOnceInOrder",
        "Doubling, e03_readsAsTheNaiveLogFromAnyCursor",
        "Doubling, e03_aClientThatFollowsGetsEachEventOnceInOrder",
        "Disorderly, e03_readsAsTheNaiveLogFromAnyCursor",
        "Disorderly, e03_aClientThatFollowsGetsEachEventOnceInOrder",
        "Silent, e03_readsAsTheNaiveLogFromAnyCursor",
        "Silent, e04_aClientThatFallsBehindIsToldOnceAndThenGetsTheKeptEvents",
        "Insistent, e03_readsAsTheNaiveLogFromAnyCursor",
        "Insistent, e04_aClientThatFallsBehindIsToldOnceAndThenGetsTheKeptEvents",
        "Stuck, e03_readsAsTheNaiveLogFromAnyCursor",
        "Stuck, e03_aClientThatFollowsGetsEachEventOnceInOrder",
        "Stuck, e05_theCursorMovesPastEventsOfOtherTopics",
        "Indiscreet, e03_readsAsTheNaiveLogFromAnyCursor",
        "Indiscreet, e03_aClientThatFollowsGetsEachEventOnceInOrder",
        "Indiscreet, e05_theCursorMovesPastEventsOfOtherTopics",
        "Lavish, e03_readsAsTheNaiveLogFromAnyCursor",
        "Lavish, e07_aBatchHasNoMoreThanWasAskedFor",
        "Hoarding, e03_readsAsTheNaiveLogFromAnyCursor",
        "Hoarding, e04_aClientThatFallsBehindIsToldOnceAndThenGetsTheKeptEvents",
    })
    void isCaught(String twin, String rule) throws ClassNotFoundException {
        Class<?> broken = Class.forName(BrokenLogs.class.getName() + "$" + twin);
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(broken, rule))
                .execute()
                .testEvents()
                .assertStatistics(statistics -> statistics.started(1).failed(1));
    }
}
