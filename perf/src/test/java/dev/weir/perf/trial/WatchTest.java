package dev.weir.perf.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Nginx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each window of a trial tells whether another process used the server's core. */
class WatchTest {
    private static final Duration SETTLE = Duration.ofMillis(500);
    private static final Duration LENGTH = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    /** Starts nginx with a process beside it that never sleeps. */
    private TrialStage stage() throws IOException, InterruptedException {
        RunPlan.Case planned = new RunPlan.Case(1, 1, "S5", "", "nginx!burner");
        TrialStage.Lab lab = new TrialStage.Lab(
                ServedFolder.open(), folder, folder, folder, List.of(), List.of(), false, new Progress(System.out, 1));
        return TrialStage.open(planned, lab, ServerPlan.unlimited(10, Cores.SHARED), folder.resolve("log"));
    }

    private interface Phase {
        void run(TrialStage stage) throws IOException, InterruptedException;
    }

    private void assertNoticed(Phase phase) throws IOException, InterruptedException {
        if (Nginx.installed().isEmpty()) {
            assertThatThrownBy(this::stage).hasMessageContaining("not installed");
            return;
        }
        try (TrialStage stage = stage()) {
            phase.run(stage);
            assertThat(stage.evidence("request").raw().fitness().othersShare()).isGreaterThan(Raw.Fitness.MOST_OTHERS);
        }
    }

    private static Window window() {
        return Window.after(SETTLE, LENGTH);
    }

    @Test
    void aWindowOfALine() throws Exception {
        assertNoticed(stage -> Watch.rate(stage, "nothing", window(), () -> 1.0));
    }

    @Test
    void aWindowThatMeasuresItself() throws Exception {
        assertNoticed(stage -> {
            Watch.lag(stage, "nothing", window());
            assertThat(stage.evidence("request").micros()).containsOnlyKeys(Evidence.Tag.LAG);
        });
    }

    @Test
    void theTimeSinceTheStart() throws Exception {
        assertNoticed(stage -> {
            Thread.sleep(LENGTH);
            Watch.fitnessSinceStart(stage);
        });
    }
}
