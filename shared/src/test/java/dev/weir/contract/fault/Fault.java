package dev.weir.contract.fault;

import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Faults that a test plants in a server. Each fault names the contract tests that must then fail.
 *
 * <p>A request filter in the server's test reads {@link #planted} at each request, and makes the server behave wrongly.
 */
public enum Fault {
    NONE,
    RANGE_IS_IGNORED(
            "d03_oneRangeIsThatPartOfTheFile",
            "d05_nothingSatisfiableIs416",
            "d06_theSameTagSendsThePart",
            "d06_theSameDateSendsThePart"),
    IF_RANGE_IS_IGNORED(
            "d06_staleIfRangeSendsTheWholeFile", "d06_aWeakTagSendsTheWholeFile", "d06_anotherDateSendsTheWholeFile"),
    TAG_IS_WEAK("d01_fieldsDescribeTheFile", "d06_theSameTagSendsThePart"),
    TAG_IS_MISSING(
            "d01_fieldsDescribeTheFile",
            "d01_anotherVersionHasAnotherTag",
            "d03_aPartHasTheFieldsOfTheWhole",
            "d06_theSameTagSendsThePart",
            "d06_aWeakTagSendsTheWholeFile",
            "d06_withoutARangeIfRangeMeansNothing"),
    ONE_BYTE_IS_CHANGED(
            "d01_theFileComesWithItsExactBytes",
            "d01_oneFileHasManyTargets",
            "d01_anotherVersionHasAnotherTag",
            "d01_theConnectionServesTheNextRequest",
            "d03_oneRangeIsThatPartOfTheFile",
            "d05_aRangeThatMakesNoSenseIsIgnored",
            "d06_staleIfRangeSendsTheWholeFile",
            "d06_theSameDateSendsThePart",
            "d06_theSameTagSendsThePart",
            "d06_withoutARangeIfRangeMeansNothing",
            "d08_anEmptyFileIsWhole",
            "x01_aRefusedHeadHasNoContent"),
    UNKNOWN_KEY_IS_A_FRESH_CLIENT(
            "c01_anUnknownKeyIsNobody", "d15_aRefusedRequestIsCounted", "x01_aRefusalIsAProblemWithConstantTexts"),
    BLOCKED_CLIENT_PASSES(
            "c01_aKeyNamesItsClient",
            "d15_aBlockedClientIsRefusedBeforeTheFileIsLookedFor",
            "d15_aRefusedRequestIsCounted",
            "x01_aRefusalIsAProblemWithConstantTexts"),
    HEAD_TAKES_TOKENS("d02_headIgnoresRange", "d02_headTakesNoTokens"),
    HEAD_HAS_ANOTHER_LENGTH("d02_headHasTheFieldsAndNoContent", "d02_headTakesNoTokens", "d02_headIgnoresRange"),
    ERROR_SHOWS_THE_STACK(
            "d09_anUnknownFileIs404",
            "d09_aPathThatIsNoFileUnderTheRootIsNotFound",
            "d15_aBlockedClientIsRefusedBeforeTheFileIsLookedFor",
            "d15_anEndedDownloadMakesRoom",
            "d15_atItsOwnLimitTheServerRefusesBeforeTheFileIsLookedFor",
            "d15_overThePlansDownloadsIsRefusedBeforeTheFileIsLookedFor",
            "d15_overThePlansStartsASecondIsRefusedBeforeTheFileIsLookedFor",
            "x01_aRefusalIsAProblemWithConstantTexts",
            "x01_aRefusedHeadHasNoContent",
            "x01_noErrorShowsTheInside"),
    NOT_FOUND_SHOWS_THE_BAIT("d09_aPathThatIsNoFileUnderTheRootIsNotFound"),
    /** The server drops the third event of every stream. */
    EVENT_IS_LOST(
            "e01_idsGrow",
            "e03_nothingIsLostAndNothingComesTwiceWhileEventsArePublished",
            "e03_topicsAreKeptApartFromWhereItWas",
            "e03_aClientThatComesBackGetsTheEventsItMissed",
            "e03_aClientThatHasSeenNoEventComesBackToo",
            "e04_anIdThatWasNeverGivenIsAGap",
            "e04_theHistoryIsBoundedByItsBytesToo",
            "e04_eventsThatAreNoLongerKeptAreAGap",
            "e05_onlyEventsOfTheRequestedTopicsCome"),
    /** A client resumes a stream. The server repeats the last event that this client has already seen. */
    EVENT_COMES_TWICE(
            "e03_nothingIsLostAndNothingComesTwiceWhileEventsArePublished",
            "e03_aClientThatComesBackGetsTheEventsItMissed",
            "e03_aClientThatHasSeenNoEventComesBackToo",
            "e04_anIdThatWasNeverGivenIsAGap",
            "e04_theHistoryIsBoundedByItsBytesToo",
            "e04_eventsThatAreNoLongerKeptAreAGap",
            "e06_aClientThatComesBackIsToldNoIdThatItKnows"),
    EVENT_HEARTBEAT_IS_MISSING(
            "e05_theCursorOfAQuietTopicMoves",
            "e06_aQuietStreamSaysThatItIsThere",
            "e06_aClientThatComesBackIsToldNoIdThatItKnows"),
    /** The server refuses an event stream with the status 503. A browser does not reconnect after this status. */
    EVENTS_ARE_REFUSED_FOR_GOOD(
            "e10_anIdThatOnlyRedisKnowsIsToComeBack",
            "e10_atItsOwnLimitTheServerTellsAStreamToComeBack",
            "e10_overThePlansSubscribersAStreamIsToldToComeBack"),
    EVENTS_IGNORE_THE_ORIGIN(
            "e11_aPageOfAnAllowedOriginMayRead",
            "e11_aRefusalMayBeReadToo",
            "e11_noOtherOriginIsAllowed",
            "e11_aPreflightNamesTheFieldsThatAPageMaySend",
            "e11_aPreflightOfAForbiddenRequestIsRefused"),
    /** The server allows each origin with {@code Access-Control-Allow-Origin}, and sends no other CORS field. */
    EVENTS_ALLOW_EVERY_ORIGIN(
            "e11_aPageOfAnAllowedOriginMayRead",
            "e11_noOtherOriginIsAllowed",
            "e11_aPreflightNamesTheFieldsThatAPageMaySend",
            "e11_aPreflightOfAForbiddenRequestIsRefused"),
    EVENTS_ARE_NOT_WAITED_FOR(
            "e09_aClientThatLeavesWhilePollingIsNoticedWithTheNextEvent",
            "e09_aClientThatLeavesWhilePollingIsNoticedWithoutAnEvent",
            "l01_aPollWaitsForTheNextEvent",
            "l01_aMalformedQueryIsRefused",
            "l03_aPollWithoutACursorGetsTheNextEvent"),
    EVENTS_HAVE_NO_CURSOR(
            "e10_anIdThatOnlyRedisKnowsIsToComeBack",
            "l01_aPollWaitsForTheNextEvent",
            "l01_eventsThatAreThereComeAtOnce",
            "l02_headHasTheFieldsAndNoContent",
            "l02_theCursorOfAQuietTopicMoves",
            "l02_withoutAnEventTheAnswerHasNoContent",
            "l03_aClientThatPassesTheLastCursorSeesEachEventOnce",
            "l05_eventsThatAreNoLongerKeptAreAGap",
            "p05_anAcknowledgedEventIsThere"),
    EVENTS_ARE_PUBLISHED_AGAIN("p01_aRepeatAnswersTheFirstId", "p01_oneOfSimultaneousRepeatsIsPublished"),
    /** The server treats each key like {@link SuiteSettings#PUBLISHER_KEY}, so each client with a key may publish. */
    EVENTS_ARE_PUBLISHED_BY_EVERY_KEY(
            "p01_aRepeatAnswersTheFirstId",
            "p02_aClientThatMayNotPublishIsRefused",
            "p04_overThePlansRequestsASecondIsRefused"),
    /** The server ignores the signature in a signed link, and serves the request like one without a link. */
    LINK_IS_IGNORED(
            "c05_aChangedLinkIsRefused",
            "c05_aLinkHasThePlanThatItNames",
            "c05_aLinkIsForItsAddress",
            "c05_aLinkIsForOnePath",
            "c05_aRequestHasEitherAKeyOrALink",
            "c05_anotherKeyDoesNotSign",
            "c05_linksOfOnePlanAreOneClientAtAnAddress",
            "c05_signingKeysAreNotLogged",
            "c05_aSignedButMalformedLinkIsRefused",
            "c06_aLinkHasTheRightsOfItsPlan"),
    /** The server ignores the signature in a signed link, but only if the request is a poll that does not wait. */
    LINK_TO_A_POLL_IS_IGNORED(
            "c05_aLinkHasThePlanThatItNames",
            "c05_aLinkWithAnInvalidValueIsRefusedAsALink",
            "c05_aRequestHasEitherAKeyOrALink"),
    /** The server accepts a signed link, even if its signature is wrong. */
    LINK_IS_NOT_VERIFIED(
            "c05_aChangedLinkIsRefused",
            "c05_aLinkIsForOnePath",
            "c05_anotherKeyDoesNotSign",
            "c05_signingKeysAreNotLogged",
            "c05_aSignedButMalformedLinkIsRefused"),
    /** The server lets a client use all folders and topics, although its plan names only some of them. */
    RIGHTS_ARE_IGNORED(
            "c06_aFileElsewhereIsNotFound",
            "c06_theListHasOnlyTheFilesOfTheFolders",
            "c06_aTopicElsewhereIsRefused",
            "c06_aRequestWithoutATopicGetsThoseOfThePlan",
            "c06_theCursorMovesPastOtherTopics",
            "c06_onlyTheTopicsOfThePlanAreWritten"),
    /** The server writes twice as many bytes to a client as the throttle has granted. */
    GRANT_IS_EXCEEDED(
            "t05_aStalledClientGoesOnWhereItStalled",
            "t05_aStalledDownloadDoesNotHoldUpAnotherOfItsClient",
            "t08_aStalledClientGivesTheRestOfItsGrantBack",
            "t08_grantedBytesAreWritten"),
    GRANT_IS_KEPT("t08_aStalledClientGivesTheRestOfItsGrantBack");

    private static final String STACK =
            "java.lang.IllegalStateException: planted\n\tat dev.weir.Planted.fault(Planted.java)\n";

    private static volatile Fault planted = NONE;

    private final Set<String> tests;

    Fault(String... tests) {
        this.tests = new TreeSet<>(Arrays.asList(tests));
    }

    public static Fault planted() {
        return planted;
    }

    public Set<String> tests() {
        return tests;
    }

    /**
     * Plants this fault in the server, and runs a class that implements the contract.
     *
     * @return the names of the tests that failed, each with the reason
     */
    public Map<String, String> plant(Class<?> contract) {
        planted = this;
        try {
            return FailedTests.of(contract);
        } finally {
            planted = NONE;
        }
    }

    /** Returns the wrong body that the server must send for this target, or null if the application must answer. */
    public @Nullable String shows(String target) {
        return switch (this) {
            case ERROR_SHOWS_THE_STACK -> target.contains("none") || target.contains("link-outside") ? STACK : null;
            case NOT_FOUND_SHOWS_THE_BAIT -> target.contains("bait") ? SuiteFiles.BAIT : null;
            default -> null;
        };
    }

    /**
     * Returns the query that the application gets instead of the client's query.
     *
     * @param query the query that the client has sent, or null
     */
    public @Nullable String query(String path, @Nullable String query) {
        return query == null ? null : LinkFaults.seen(this, path, query);
    }

    public int shownStatus() {
        return this == NOT_FOUND_SHOWS_THE_BAIT ? 404 : 500;
    }

    /**
     * Returns what the application reads as the value of a header field, or null for a field that it must not see.
     *
     * @param value the value that the client has sent, or null if it has not sent the field
     */
    public @Nullable String seen(String name, @Nullable String value) {
        return FaultyFields.seen(this, name, value);
    }
}
