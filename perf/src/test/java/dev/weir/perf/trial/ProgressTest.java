package dev.weir.perf.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
    @Test
    void whatIsLeftIsWhatIsPlannedForTheTrialsToCome() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Progress progress = new Progress(out, false, List.of(Duration.ofHours(9), Duration.ofMinutes(2)));
        progress.trial("async");
        progress.over("done");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("[1/2] async", "done", "2 min 00 s left");
    }

    @Test
    void durationsReadAsOneSaysThem() {
        assertThat(Progress.text(Duration.ofMillis(4400))).isEqualTo("4 s");
        assertThat(Progress.text(Duration.ofSeconds(61))).isEqualTo("1 min 01 s");
        assertThat(Progress.text(Duration.ofSeconds(-3))).isEqualTo("0 s");
    }
}
