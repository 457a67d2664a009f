package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Metrics;
import dev.weir.contract.server.Pause;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the limits on downloads (rule D15). The tests also ask for files that do not exist. A refusal instead of a 404
 * shows that the server checks the limits before it looks for the file.
 */
public interface AdmissionContract extends ContractPart {
    String FEW = "X-API-Key: " + SuiteSettings.FEW_KEY;
    String SELDOM = "X-API-Key: " + SuiteSettings.SELDOM_KEY;
    String BLOCKED = "X-API-Key: " + SuiteSettings.BLOCKED_KEY;
    String FAST = "X-API-Key: " + SuiteSettings.FAST_KEY;

    @ParameterizedTest
    @ValueSource(strings = {"/files/text.txt", "/files/none", "/files/link-outside"})
    default void d15_aBlockedClientIsRefusedBeforeTheFileIsLookedFor(String target) {
        server().get(target, BLOCKED).assertRefusedWith(Problem.BLOCKED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/files/text.txt", "/files/none"})
    default void d15_overThePlansDownloadsIsRefusedBeforeTheFileIsLookedFor(String target) {
        try (Pause pause = new Pause(server())) {
            pause.hold("127.0.0.1", FEW);
            pause.hold("127.0.0.1", FEW);
            Answer answer = server().get(target, FEW);
            answer.assertRefusedWith(Problem.TOO_MANY_DOWNLOADS);
            assertThat(answer.field("Retry-After")).matches("[1-9][0-9]*");
        }
    }

    @Test
    default void d15_anEndedDownloadMakesRoom() {
        for (int i = 0; i < 10; i++) {
            server().get("/files/text.txt", FEW).assertStatus(200);
            server().get("/files/none", FEW).assertStatus(404);
            server().ask("HEAD", "/files/text.txt", FEW).assertStatus(200);
        }
    }

    /**
     * A client whose plan allows two downloads keeps one open, and makes one short request after another. None of these
     * requests may be refused. If this fails, check that the server stops counting a download before it writes the
     * download's last bytes.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/files/data.bin", "/files/text.txt", "/files/empty.txt", "/files"})
    default void d15_oneGetAfterAnotherNeverMeetsItsOwnPlace(String target) {
        try (Connection held = server().open("GET", "/files/large.bin", FEW)) {
            held.head().assertStatus(200);
            for (int i = 0; i < 50; i++) {
                server().get(target, FEW).assertStatus(200);
            }
        }
    }

    /**
     * A client that exceeds the requests per second of its plan gets 429, even for a file that does not exist. If this
     * fails, check that the server counts the requests of each second.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/files/text.txt", "/files/none"})
    default void d15_overThePlansStartsASecondIsRefusedBeforeTheFileIsLookedFor(String target) {
        Eventually.is("the next second", () -> server().get(target, SELDOM).status() != 429);
        Answer answer = server().get(target, SELDOM);
        for (int i = 0; i < 1000 && answer.status() != 429; i++) {
            answer = server().get(target, SELDOM);
        }
        answer.assertRefusedWith(Problem.TOO_MANY_REQUESTS);
        assertThat(answer.field("Retry-After")).matches("[1-9][0-9]*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/files/text.txt", "/files/none"})
    default void d15_atItsOwnLimitTheServerRefusesBeforeTheFileIsLookedFor(String target) {
        try (Pause pause = new Pause(server())) {
            for (int i = Pause.OWN_DOWNLOADS; i < SuiteSettings.MAX_DOWNLOADS; i++) {
                pause.hold("127.0.0.1");
            }
            Answer answer = server().get(target, FAST);
            answer.assertRefusedWith(Problem.OVERLOADED);
            assertThat(answer.field("Retry-After")).matches("[1-9][0-9]*");
        }
    }

    /** A metric counts each refusal by the kind of request, the reason and the client's plan (rules D15 and A04). */
    @ParameterizedTest
    @CsvSource({
        "GET, /files/text.txt, download",
        "GET, /files, download",
        "GET, /events, stream",
        "GET, /events/next, poll",
        "POST, /events, publish",
        "POST, /ws, soap",
        "GET, /ws/calc.wsdl, soap"
    })
    default void d15_aRefusedRequestIsCounted(String method, String target, String request) {
        Metrics before = Metrics.of(server());
        begin(method, target, SuiteSettings.BLOCKED_KEY);
        begin(method, target, "nobody");
        begin(method, target, "nobody");
        Metrics after = Metrics.of(server());
        String kind = "request=\"" + request + "\"";
        assertThat(more(before, after, kind, "reason=\"blocked\"", "plan=\"blocked\""))
                .isEqualTo(1);
        assertThat(more(before, after, kind, "reason=\"unknown-key\"", "plan=\"none\""))
                .isEqualTo(2);
        assertThat(more(before, after)).isEqualTo(3);
    }

    /** Sends a request and reads only the header of the answer, because the body of an event stream does not end. */
    private void begin(String method, String target, String key) {
        try (Connection connection = server().open(method, target, "X-API-Key: " + key, "Content-Length: 0")) {
            connection.head();
        }
    }

    private static double more(Metrics before, Metrics after, String... labels) {
        String refused = "weir_requests_refused_total";
        return after.sum(refused, labels) - before.sum(refused, labels);
    }
}
