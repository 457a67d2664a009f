package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the serial executor with one thread. {@link SerialExecutorRacesTest} tests it with several threads. */
class SerialExecutorTest {
    private final List<String> ran = new ArrayList<>();
    private final SerialExecutor serial = new SerialExecutor(() -> ran.add("turn"));

    @Test
    void t07_runsInOrderAndThenItsTurn() {
        serial.execute(() -> ran.add("a"));
        serial.execute(() -> ran.add("b"));
        assertThat(ran).containsExactly("a", "turn", "b", "turn");
    }

    @Test
    void t07_runsATaskAtOnceOnlyIfNoOtherTaskRuns() {
        assertThat(serial.executeIfIdle(() -> ran.add("a"))).isTrue();
        serial.execute(() -> {
            assertThat(serial.executeIfIdle(() -> ran.add("never"))).isFalse();
            ran.add("b");
        });
        assertThat(serial.executeIfIdle(() -> ran.add("c"))).isTrue();
        assertThat(ran).containsExactly("a", "turn", "b", "turn", "c", "turn");
    }

    @Test
    void t07_aTaskFromInsideRunsAfterItsOwnerAndBeforeTheTurn() {
        serial.execute(() -> {
            serial.execute(() -> ran.add("inner"));
            ran.add("outer");
        });
        assertThat(ran.subList(0, 3)).containsExactly("outer", "inner", "turn");
    }

    @Test
    void t07_aTaskFromInsideTheTurnHasATurnOfItsOwn() {
        List<Integer> turns = new ArrayList<>();
        SerialExecutor[] itself = new SerialExecutor[1];
        itself[0] = new SerialExecutor(() -> {
            turns.add(turns.size());
            if (turns.size() < 3) {
                itself[0].execute(() -> {});
            }
        });
        itself[0].execute(() -> {});
        assertThat(turns).containsExactly(0, 1, 2);
    }

    @Test
    void t07_aChainOfTasksDoesNotGrowTheStack() {
        int[] left = {1_000_000};
        Runnable[] next = new Runnable[1];
        next[0] = () -> {
            if (--left[0] > 0) {
                serial.execute(next[0]);
            }
        };
        serial.execute(next[0]);
        assertThat(left[0]).isZero();
        assertThat(IntStream.range(0, ran.size()).mapToObj(ran::get)).containsOnly("turn");
    }

    @Test
    void t08_aTaskThatThrowsIsReportedAndTheNextRuns() {
        List<Throwable> reported = reportedBy(() -> {
            serial.execute(() -> {
                serial.execute(() -> ran.add("inner"));
                throw new IllegalStateException("task");
            });
            serial.execute(() -> ran.add("next"));
        });
        assertThat(ran).containsSubsequence("inner", "turn", "next", "turn");
        assertThat(reported).singleElement().asInstanceOf(THROWABLE).hasMessage("task");
    }

    @Test
    void t08_aTurnThatThrowsIsReportedAndTheNextRuns() {
        SerialExecutor failing = new SerialExecutor(() -> {
            throw new AssertionError("turn");
        });
        List<Throwable> reported = reportedBy(() -> {
            failing.execute(() -> ran.add("a"));
            failing.execute(() -> ran.add("b"));
        });
        assertThat(ran).containsExactly("a", "b");
        assertThat(reported).hasSize(2);
    }

    @Test
    void t08_aHandlerThatThrowsStopsNothing() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {
            throw new IllegalStateException("handler", failure);
        });
        try {
            serial.execute(() -> {
                throw new IllegalStateException("task");
            });
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        serial.execute(() -> ran.add("next"));
        assertThat(ran).containsExactly("turn", "next", "turn");
    }

    private static List<Throwable> reportedBy(Runnable action) {
        List<Throwable> reported = new ArrayList<>();
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> reported.add(failure));
        try {
            action.run();
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        return reported;
    }
}
