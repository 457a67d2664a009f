package dev.weir.events.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.ApiKey;
import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.TestRequest;
import dev.weir.events.Publication;
import dev.weir.events.Publisher;
import dev.weir.network.Proxies;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.rights.Folders;
import dev.weir.rights.Rights;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests batches of events (P01, P03). The tests of single events are in the package of {@link Publication}. */
class SubmissionTest {
    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String EVENT = "{\"data\":1}";

    @Test
    void p01_anArrayIsABatch() {
        String body = " [ {\"data\":\"x\"} , {\"topic\":\"a\",\"type\":\"b\",\"data\":[ {\"c\":[]} ]} ] ";
        assertThat(submission(JSON, body))
                .isEqualTo(new Submission(
                        List.of(new Publication("default", null, "x"), new Publication("a", "b", "[{\"c\":[]}]")),
                        true));
        assertThat(submission(JSON, "[" + EVENT + "]").batch()).isTrue();
        assertThat(submission(JSON, EVENT).batch()).isFalse();
    }

    @Test
    void p01_eachLineIsAnEvent() {
        String body = "\n{\"data\":\"a\"}\r\n\r\n {\"data\":\"b\\nc\"} \n{\"data\":\"d\"}";
        assertThat(submission(LINES, body).events())
                .extracting(Publication::data)
                .containsExactly("a", "b\nc", "d");
        assertThat(submission("Application/X-NDJSON; charset=utf-8", EVENT).batch())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|0",
                "1|0",
                "null|0",
                "[{\"data\":1}]|0",
                "EVENT,{}|1",
                "EVENT,{\"data\":1,\"tpoic\":\"a\"},EVENT|1",
                "EVENT,EVENT,{\"data\":1e99999999999}|2",
                "EVENT,{\"data\":\"\\ud834\"}|1",
                "EVENT,{\"data\":1,\"type\":\"gap\"}|1",
                "EVENT,{\"data\":1|1"
            })
    void p03_aBadEventIsNamed(String events, int index) {
        String array = "[" + events.replace("EVENT", EVENT) + "]";
        assertRefused(Problem.MALFORMED_EVENT, index, () -> submission(JSON, array));
        String lines = events.replace("EVENT,", EVENT + "\n").replace(",EVENT", "\n" + EVENT);
        assertRefused(Problem.MALFORMED_EVENT, index, () -> submission(LINES, lines));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[ ]", "[EVENT] EVENT", "[EVENT][EVENT]", "[EVENT]]", "[EVENT] x"})
    void p03_anArrayThatIsNoneIsMalformed(String body) {
        assertThatThrownBy(() -> submission(JSON, body.replace("EVENT", EVENT)))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.json()).isEqualTo(Problem.MALFORMED_EVENT.json()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[EVENT", "[EVENT,", "[EVENT EVENT]", "[EVENT,]", "[EVENT,,EVENT]"})
    void p03_anArrayThatBreaksOffIsRefusedAtTheNextEvent(String body) {
        assertRefused(Problem.MALFORMED_EVENT, 1, () -> submission(JSON, body.replace("EVENT", EVENT)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\r\n"})
    void p03_noLineIsNoBatch(String body) {
        assertThatThrownBy(() -> submission(LINES, body)).isInstanceOf(RefusedException.class);
    }

    @Test
    void p03_aBatchHasAtMost100Events() {
        String most = (EVENT + ",").repeat(99) + EVENT;
        assertThat(submission(JSON, "[" + most + "]").events()).hasSize(100);
        assertThat(submission(LINES, most.replace("},", "}\n")).events()).hasSize(100);
        assertTooLarge(() -> submission(JSON, "[" + most + "," + EVENT + "]"));
        assertTooLarge(() -> submission(LINES, most.replace("},", "}\n") + "\n" + EVENT));
    }

    @Test
    void p03_eachEventOfABatchHasTheLimitsOfOne() {
        String large = "{\"data\":\"" + "x".repeat(65_536) + "\"}";
        assertThat(submission(JSON, "[" + large + "," + large + "]").events()).hasSize(2);
        String tooLarge = large.replace("\"}", "x\"}");
        assertRefused(Problem.TOO_LARGE, 1, () -> submission(JSON, "[" + large + "," + tooLarge + "]"));
        assertRefused(Problem.TOO_LARGE, 1, () -> submission(LINES, large + "\n" + tooLarge));
        assertTooLarge(() -> submission(JSON, "[" + " ".repeat(Submission.MOST_BYTES) + EVENT + "]"));
    }

    /** The server must first check the key, then the number of events, and last the topics. A revoked key gets 401. */
    @Test
    void p02_aKeyIsCheckedBeforeTheNumberOfEventsAndTheirTopics() {
        ApiKey key = ApiKey.parse("key");
        Rights rights = new Rights(Folders.ALL, Set.of(), Set.of("open"));
        Plan plan = new Plan("plan", 0, 0, 1, 1, 1, 1, false, true, rights);
        Chunk.Time chunkTime = Chunk.Time.fixed(Duration.ofMillis(100));
        Throttle throttle = new Throttle(new TokenBucket(0, 0, 0), chunkTime, (task, delayNanos) -> () -> {}, () -> 0);
        List<Clients.Rule> rules = List.of(new Clients.Rule("client", key, null, plan));
        Clients clients = new Clients(throttle, rules, plan, new Clients.Limits(1, 1, 1), () -> 0);
        Callers callers = new Callers(clients, new Proxies(List.of()));
        Client client = callers.publish(
                new TestRequest("/events", null, Map.of("X-API-Key", "key"), InetAddress.ofLiteral("192.0.2.1")));
        submission(JSON, EVENT.replace("{", "{\"topic\":\"open\",")).admit(callers, client);
        Submission closed = submission(JSON, "[" + EVENT + "]");
        assertRefused(Problem.MAY_NOT_PUBLISH, 0, () -> closed.admit(callers, client));
        Submission two = submission(JSON, "[" + EVENT + "," + EVENT + "]");
        assertProblem(Problem.TOO_LARGE, () -> two.admit(callers, client));
        new LiveLimits(throttle, clients, chunkTime, new LiveLimits.Bucket(0, 0), Map.of()).revoke(key, Runnable::run);
        assertProblem(Problem.UNKNOWN_KEY, () -> closed.admit(callers, client));
        assertProblem(Problem.UNKNOWN_KEY, () -> two.admit(callers, client));
    }

    private static void assertProblem(Problem problem, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(problem));
    }

    @Test
    void p01_theAnswerHasTheFormOfTheRequest() {
        Publisher.Ids three = new Publisher.Ids("e-x-98", 3);
        Publisher.Ids one = new Publisher.Ids("e-x-98", 1);
        String batch = "[" + EVENT + "," + EVENT + "," + EVENT + "]";
        assertThat(answer(JSON, batch, three)).isEqualTo("{\"ids\":[\"e-x-98\",\"e-x-99\",\"e-x-100\"]}");
        assertThat(answer(JSON, "[" + EVENT + "]", one)).isEqualTo("{\"ids\":[\"e-x-98\"]}");
        assertThat(answer(JSON, EVENT, one)).isEqualTo("{\"id\":\"e-x-98\"}");
    }

    @Test
    void p01_idsOfAnotherNumberOfEventsAreNoAnswer() {
        for (int count : List.of(1, 3)) {
            Publisher.Ids ids = new Publisher.Ids("e-x-98", count);
            assertProblem(Problem.KEY_REUSED, () -> answer(JSON, "[" + EVENT + "," + EVENT + "]", ids));
        }
    }

    @Test
    void p01_idsAreRememberedAsAShortText() {
        for (Publisher.Ids ids : List.of(new Publisher.Ids("e-7", 1), new Publisher.Ids("e-7", 100))) {
            assertThat(Publisher.Ids.parse(ids.toString())).isEqualTo(ids);
            assertThat(ids.toString()).hasSizeLessThan(10);
        }
    }

    private static String answer(String type, String body, Publisher.Ids ids) {
        return new String(submission(type, body).answer(ids), StandardCharsets.UTF_8);
    }

    private static void assertTooLarge(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.json()).isEqualTo(Problem.TOO_LARGE.json()));
    }

    private static void assertRefused(Problem problem, int index, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.json())
                                .isEqualTo(problem.json("the event at index " + index + " of the batch")));
    }

    private static Submission submission(String type, String body) {
        return Submission.of(type, null, null, body.getBytes(StandardCharsets.UTF_8));
    }
}
