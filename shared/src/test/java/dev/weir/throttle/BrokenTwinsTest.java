package dev.weir.throttle;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/**
 * Tests the tests of the throttle. Each row of the table below names a class with a planted fault, and a test that must
 * fail on this class.
 */
class BrokenTwinsTest {
    @ParameterizedTest
    @CsvSource({
        "Leaking, t01_behavesAsTheExactModel",
        "Leaking, t01_noWindowGetsMoreThanCapacityPlusRatePlusAChunk",
        "Leaking, t02_nothingIsLostToRounding",
        "Leaking, t02_tenSecondsBringTenTimesTheGlobalRate",
        "Rounding, t02_nothingIsLostToRounding",
        "Rounding, t01_behavesAsTheExactModel",
        "Roomy, t01_behavesAsTheExactModel",
        "Roomy, t01_noWindowGetsMoreThanCapacityPlusRatePlusAChunk",
        "Weightless, t04_weightsOneThreeOne",
        "Weightless, t06_anotherWeightCountsFromTheNextGrant",
        "NewestFirst, t04_aNewcomerStandsBehindClientsWithAsMuchClaim",
        "NewestFirst, t04_weightsOneThreeOne",
        "NewestFirst, t04_nobodyStarves",
        "Sluggish, t04_theOthersGetTheRateThatSlowClientsLeave",
        "Sluggish, t04_slowClientsGetTheirRateBesideHeavyOnes",
        "Pushing, t04_aNewcomerIsServedAfterAllClientsThatWaitedWhenItCame",
        "Pushing, t04_newcomersTakeNoMoreThanTheirPartFromRunningClients",
        "Privileged, t03_sixteenDownloadsGetNoMoreThanOne",
        "Privileged, t04_aHundredEqualClientsGetTheSame",
        "Privileged, t04_nobodyStarves",
        "DeafToChanges, t06_aFasterClientIsServedAtItsNewRateAtOnce",
        "DeafToChanges, t06_aClientThatIsNoMoreLimitedGoesOnAtOnce",
        "Polling, t07_lookingAtTheInstantAnsweredAlwaysGrants",
        "Reserving, t08_aClientThatCancelsTakesNothing",
    })
    void isCaught(String twin, String rule) throws ClassNotFoundException {
        Class<?> broken = Class.forName(BrokenTwins.class.getName() + "$" + twin);
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(broken, rule))
                .execute()
                .testEvents()
                .assertStatistics(statistics -> statistics.started(1).failed(1));
    }
}
