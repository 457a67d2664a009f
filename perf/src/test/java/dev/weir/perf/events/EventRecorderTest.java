package dev.weir.perf.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.perf.load.Window;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventRecorderTest {
    private static final long MILLI = 1_000_000;
    private static final long FROM = 5_000 * MILLI;
    private static final int AUDIENCE = 2;

    private final EventRecorder recorder = new EventRecorder();

    private void delivered(int number, byte[] text, long millis) {
        recorder.delivered(number, text, 0, text.length, AUDIENCE, FROM + millis * MILLI);
    }

    private byte[] published(long millis) {
        return recorder.next(FROM + millis * MILLI);
    }

    @Test
    void anEventSaysItsInstantAndItsNumber() {
        published(0);
        String text = new String(published(7), StandardCharsets.US_ASCII);
        assertThat(text).hasSize(100).startsWith("0000000005007000000 0000000001 ab");
    }

    /** An event counts if its planned time of publication is in the window. It may arrive after the window. */
    @Test
    void anEventCountsWhereItWasMeantToBePublished() {
        recorder.measure(new Window(FROM, FROM + 1000 * MILLI));
        byte[] early = published(-10);
        byte[] timely = published(900);
        published(1000);
        delivered(0, early, 20);
        delivered(1, timely, 910);
        delivered(1, timely, 1400);
        EventRecorder.EventRecording recording = recorder.recording(AUDIENCE, Map.of());
        assertThat(recording.latencyMicros().getTotalCount()).isEqualTo(2);
        assertThat(recording.latencyMicros().getMinValue()).isEqualTo(10_000);
        assertThat(recording.lastMicros().getTotalCount()).isEqualTo(1);
        assertThat(recording.lastMicros().getMaxValue()).isBetween(500_000L, 501_000L);
        assertThat(recording.plannedPerSecond()).isEqualTo(2);
        assertThat(recording.deliveredPerSecond()).as("received in the window").isEqualTo(2);
        assertThat(recorder.deliveries()).isEqualTo(3);
    }

    @Test
    void aPollCountsWhereItIsAnswered() {
        recorder.measure(new Window(FROM, FROM + 1000 * MILLI));
        for (boolean found : new boolean[] {true, false}) {
            recorder.polled(FROM - 500 * MILLI, FROM - 1, found);
            recorder.polled(FROM - 300 * MILLI, FROM, found);
            recorder.polled(FROM + 500 * MILLI, FROM + 1000 * MILLI, found);
        }
        EventRecorder.EventRecording recording = recorder.recording(AUDIENCE, Map.of());
        assertThat(recording.pollMicros().getTotalCount()).isEqualTo(1);
        assertThat(recording.pollMicros().getMaxValue()).isBetween(299_000L, 301_000L);
        assertThat(recording.emptyAnswers()).isEqualTo(1);
        recorder.measure(Window.NEVER);
        assertThat(recorder.recording(AUDIENCE, Map.of()).emptyAnswers()).isZero();
    }

    @Test
    void anEventIsWithEverybodyWhenAllHaveIt() {
        assertThat(recorder.isWith(AUDIENCE)).as("there is none").isTrue();
        byte[] text = published(0);
        delivered(0, text, 1);
        assertThat(recorder.isWith(AUDIENCE)).isFalse();
        delivered(0, text, 2);
        assertThat(recorder.isWith(AUDIENCE)).isTrue();
    }

    @Test
    void anEventOtherThanTheNextIsAnError() {
        byte[] first = published(0);
        byte[] second = published(1);
        byte[] third = published(2);
        assertThatThrownBy(() -> delivered(1, first, 3)).hasMessage("an event twice");
        assertThatThrownBy(() -> delivered(1, third, 3)).hasMessage("an event was left out");
        second[99]++;
        byte[] changed = second.clone();
        second[99]--;
        assertThatThrownBy(() -> delivered(1, changed, 3)).hasMessage("an event that nobody published");
        assertThatThrownBy(() -> delivered(3, third, 3)).hasMessage("an event twice");
        assertThatThrownBy(() -> recorder.delivered(1, second, 0, 99, AUDIENCE, FROM))
                .hasMessage("an event that nobody published");
    }
}
