package dev.weir.events;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tests the rules themselves: each planted fault must fail the rule named beside it. */
class BrokenLogsTest {
    @ParameterizedTest
    @CsvSource({
        "Lossy, e03_readsAsTheNaiveLogFromAnyCursor",
        "Lossy, e03_whoFollowsGetsEachEventOnceInOrder",
        "Doubling, e03_readsAsTheNaiveLogFromAnyCursor",
        "Doubling, e03_whoFollowsGetsEachEventOnceInOrder",
        "Disorderly, e03_readsAsTheNaiveLogFromAnyCursor",
        "Disorderly, e03_whoFollowsGetsEachEventOnceInOrder",
        "Silent, e03_readsAsTheNaiveLogFromAnyCursor",
        "Silent, e04_whoFallsBehindIsToldOnceAndThenGetsWhatIsKept",
        "Insistent, e03_readsAsTheNaiveLogFromAnyCursor",
        "Insistent, e04_whoFallsBehindIsToldOnceAndThenGetsWhatIsKept",
        "Stuck, e03_readsAsTheNaiveLogFromAnyCursor",
        "Stuck, e03_whoFollowsGetsEachEventOnceInOrder",
        "Stuck, e05_theCursorMovesPastWhatWasNotAskedFor",
        "Indiscreet, e03_readsAsTheNaiveLogFromAnyCursor",
        "Indiscreet, e03_whoFollowsGetsEachEventOnceInOrder",
        "Indiscreet, e05_theCursorMovesPastWhatWasNotAskedFor",
        "Lavish, e03_readsAsTheNaiveLogFromAnyCursor",
        "Lavish, e07_aBatchHasNoMoreThanWasAskedFor",
        "Hoarding, e03_readsAsTheNaiveLogFromAnyCursor",
        "Hoarding, e04_whoFallsBehindIsToldOnceAndThenGetsWhatIsKept",
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
