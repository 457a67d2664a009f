package dev.weir.perf.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
    @Test
    void theTimeLeftIsKnownAfterTheFirstTrial() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Progress progress = new Progress(out, 2);
        progress.trial("async");
        progress.say("starting");
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("[1/2] async", "starting")
                .doesNotContain("left");
        progress.over("done");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("[1/2] async", "done, 0 s left");
    }

    @Test
    void durationsReadAsOneSaysThem() {
        assertThat(Progress.text(4_400_000_000L)).isEqualTo("4 s");
        assertThat(Progress.text(61_000_000_000L)).isEqualTo("1 min 01 s");
        assertThat(Progress.text(-3_000_000_000L)).isEqualTo("0 s");
    }
}
