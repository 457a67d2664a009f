package dev.weir.reactive.tuned.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlicedExecutorTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final SlicedExecutor slices = new SlicedExecutor(channel.eventLoop());
    private final List<String> ran = new ArrayList<>();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void tasksRunInOrderOnTheLoop() {
        slices.execute(() -> ran.add("a"));
        slices.execute(() -> ran.add("b"));
        assertThat(ran).isEmpty();
        pump();
        assertThat(ran).containsExactly("a", "b");
    }

    @Test
    void theLastTaskRunsAtOnceIfNoneWaits() {
        slices.runLast(() -> ran.add("end"));
        assertThat(ran).containsExactly("end");
    }

    @Test
    void t06_theLastTaskRunsAfterAllThatWait() {
        slices.execute(() -> {
            ran.add("a");
            slices.runLast(() -> ran.add("end of a"));
        });
        slices.execute(() -> ran.add("b"));
        pump();
        assertThat(ran).containsExactly("a", "b", "end of a");
    }

    private void pump() {
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }
}
