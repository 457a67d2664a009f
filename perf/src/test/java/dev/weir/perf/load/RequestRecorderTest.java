package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestRecorderTest {
    private static final long SECOND = 1_000_000_000;

    private final RequestRecorder recorder = new RequestRecorder(new Window(10 * SECOND, 20 * SECOND));

    private void request(long sentSeconds, long answeredSeconds) {
        recorder.planned(sentSeconds * SECOND);
        recorder.answered(sentSeconds * SECOND, sentSeconds * SECOND, answeredSeconds * SECOND);
    }

    /** Every answer that comes in the window must be timed, even if its request was sent before the window. */
    @Test
    void anAnswerInTheWindowIsTimedWheneverItsRequestWasSent() {
        request(1, 9);
        request(2, 12);
        request(11, 15);
        request(15, 24);
        RequestRecorder.RequestRecording recording = recorder.recording();
        assertThat(recording.answeredMicros().getTotalCount()).isEqualTo(2);
        assertThat(recording.answeredMicros().getMinValue()).isBetween(3_990_000L, 4_010_000L);
        assertThat(recording.answeredMicros().getMaxValue()).isBetween(9_990_000L, 10_010_000L);
        assertThat(recording.answered()).as("sent in the window").isEqualTo(2);
    }

    @Test
    void aRefusedRequestIsNoOtherError() {
        recorder.failed("status 503");
        recorder.failed("status 500");
        recorder.failed("status 503");
        assertThat(recorder.recording().refused()).isEqualTo(2);
        assertThat(recorder.recording().otherErrors()).isEqualTo(Map.of("status 500", 1L));
    }

    @Test
    void aRequestWithoutAnAnswerIsCountedFromTheStart() {
        request(1, 9);
        recorder.planned(2 * SECOND);
        recorder.planned(12 * SECOND);
        assertThat(recorder.recording().unanswered()).isEqualTo(2);
        assertThat(recorder.recording().planned()).isEqualTo(1);
    }
}
