package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which web origins may read events (CORS, rule E11). */
public interface CrossOriginContract extends ContractPart {
    String ORIGIN = "Origin: " + SuiteSettings.ORIGIN;
    String ALLOWED = "Access-Control-Allow-Origin";

    @Test
    default void e11_aPageOfAnAllowedOriginMayRead() {
        try (EventStream stream = EventStream.open(server(), "/events", ORIGIN)) {
            assertAllowed(stream.head());
        }
        Answer poll = server().get("/events/next?timeout=0", ORIGIN);
        poll.assertStatus(204);
        assertAllowed(poll);
        assertThat(listed(poll, "Access-Control-Expose-Headers")).contains("weir-cursor", "x-request-id");
    }

    /**
     * If this fails, check that refusals have the CORS fields, too. Without these fields, the browser hides the status
     * from the page, and the page never reconnects.
     */
    @Test
    default void e11_aRefusalMayBeReadToo() {
        String few = "X-API-Key: " + SuiteSettings.FEW_KEY;
        try (EventStream _ = EventStream.open(server(), "/events", few);
                EventStream _ = EventStream.open(server(), "/events", few)) {
            assertAllowed(server().get("/events", few, ORIGIN));
            assertAllowed(server().get("/events/next", few, ORIGIN));
        }
        assertAllowed(server().get("/events", "X-API-Key: nobody", ORIGIN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/events", "/events/next"})
    default void e11_aPreflightNamesTheFieldsThatAPageMaySend(String target) {
        Answer preflight = server().ask(
                        "OPTIONS",
                        target,
                        ORIGIN,
                        "Access-Control-Request-Method: GET",
                        "Access-Control-Request-Headers: authorization,cache-control,last-event-id");
        preflight.assertStatus(200, 204);
        assertAllowed(preflight);
        assertThat(listed(preflight, "Access-Control-Allow-Headers"))
                .contains("last-event-id", "cache-control", "authorization");
    }

    @Needs("another weir.events.allowed-origins")
    @Test
    default void e11_noOtherOriginIsAllowed() {
        for (String origin : List.of("https://other.example", SuiteSettings.ORIGIN + ".other.example", "null")) {
            String field = "Origin: " + origin;
            Answer poll = server().get("/events/next?timeout=0", field);
            assertThat(poll.field(ALLOWED)).isNull();
            if (poll.status() >= 400) { // a browser shows no page a success without the field
                assertThat(poll.field("Content-Type")).isEqualTo("application/problem+json");
            }
            for (String target : List.of("/events", "/events/next")) {
                Answer preflight = server().ask("OPTIONS", target, field, "Access-Control-Request-Method: GET");
                preflight.assertRefusedWith(Problem.OTHER_ORIGIN);
                assertThat(preflight.field(ALLOWED)).isNull();
            }
        }
        try (EventStream stream = EventStream.open(server(), "/events")) {
            assertThat(stream.head().field(ALLOWED)).isNull();
        }
    }

    /**
     * The server refuses a CORS preflight that asks for a forbidden method or header field. If this fails, check which
     * component answers the preflight before the controller.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Access-Control-Request-Method: DELETE",
                "Access-Control-Request-Method: ",
                "Access-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: x-other"
            })
    default void e11_aPreflightOfAForbiddenRequestIsRefused(String fields) {
        String[] preflightFields =
                Stream.concat(Stream.of(ORIGIN), fields.lines()).toArray(String[]::new);
        Answer preflight = server().ask("OPTIONS", "/events", preflightFields);
        preflight.assertRefusedWith(Problem.OTHER_ORIGIN);
        assertThat(preflight.field(ALLOWED)).isNull();
    }

    private static void assertAllowed(Answer answer) {
        assertThat(answer.field(ALLOWED)).as("%s of %s", ALLOWED, answer).isEqualTo(SuiteSettings.ORIGIN);
        assertThat(listed(answer, "Vary")).contains("origin");
    }

    /** Returns the elements of a comma-separated header field, in lower case. */
    private static List<String> listed(Answer answer, String name) {
        String lines = String.join(",", answer.fields().getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
        return List.of(lines.toLowerCase(Locale.ROOT).split("\\s*,\\s*", -1));
    }
}
