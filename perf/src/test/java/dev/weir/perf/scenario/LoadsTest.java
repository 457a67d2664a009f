package dev.weir.perf.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.load.RequestRecorder.RequestRecording;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.trial.Notes;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the recorded figures of an overload. The plan has 3,000 requests in a window of two seconds. */
class LoadsTest {
    private static RequestRecording recording(long unanswered, long answers, Map<String, Long> errors) {
        return new RequestRecording(
                2,
                3_000,
                unanswered,
                List.of(answers / 2, answers - answers / 2),
                List.of(),
                List.of(),
                new Histogram(1),
                errors);
    }

    private static Raw noted(RequestRecording before, RequestRecording end) {
        Notes notes = new Notes();
        Loads.note(notes, before, end);
        return notes.evidence(new RunPlan.Case(1, 1, "S8", "", "async"), "request", List.of(), List.of())
                .raw();
    }

    /**
     * The server has not served 1,700 requests. It refused 400 of them: 100 before the window and 300 in it. Only the
     * 300 must be recorded as refused. The 1,300 requests that were not refused must be recorded as waiting.
     */
    @Test
    void ratesCountInTheWindowAndARefusedRequestDoesNotWait() {
        Raw raw = noted(
                recording(150, 0, Map.of("status 503", 100L)), recording(1_700, 2_000, Map.of("status 503", 400L)));
        assertThat(raw.values())
                .isEqualTo(Map.of(
                        Value.OFFERED_RATE, 1_500.0,
                        Value.ACHIEVED_RATE, 1_000.0,
                        Value.WAITING, 1_300.0,
                        Value.REFUSED, 300.0));
        assertThat(raw.errors()).isEmpty();
    }

    @Test
    void whateverElseIsWrongIsAnError() {
        Raw raw = noted(
                recording(0, 0, Map.of("status 500", 2L)),
                recording(1_000, 2_000, Map.of("status 500", 5L, "status 503", 400L, "closed without an answer", 1L)));
        assertThat(raw.errors()).isEqualTo(Map.of("status 500", 5L, "closed without an answer", 1L));
    }

    /** If more than 95 % of the 3,000 planned requests are answered, the load was no overload. This is an error. */
    @ParameterizedTest
    @CsvSource({"2850, false", "2851, true"})
    void aLoadThatTheServerAnswersWasNotTooMuch(long answers, boolean error) {
        assertThat(noted(recording(0, 0, Map.of()), recording(150, answers, Map.of()))
                        .errors()
                        .keySet())
                .hasSize(error ? 1 : 0)
                .allMatch(reason -> reason.startsWith("the server answered a load that was planned to be too much"));
    }
}
