package dev.weir.servlet.tuned.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests which timer tasks a {@link Deadline} schedules. The test runs these tasks itself. */
class DeadlineTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private int told;
    private final Deadline deadline = new Deadline(
            (task, delayNanos) -> {
                tasks.add(task);
                return () -> tasks.remove(task);
            },
            () -> told++);

    @Test
    void howeverOftenItIsMovedItIsOneTask() {
        long now = System.nanoTime();
        deadline.set(now);
        deadline.set(now + HOUR);
        deadline.set(now + 2 * HOUR);
        assertThat(tasks).hasSize(1);
    }

    @Test
    void movedMeanwhileItTellsLater() {
        deadline.set(System.nanoTime());
        deadline.set(System.nanoTime() + HOUR);
        tasks.remove().run();
        assertThat(told).isZero();
        assertThat(tasks).as("tasks for the remaining time").hasSize(1);
    }

    @Test
    void itTellsAndCanBeSetAgain() {
        deadline.set(System.nanoTime());
        tasks.remove().run();
        assertThat(told).isEqualTo(1);
        deadline.set(System.nanoTime());
        tasks.remove().run();
        assertThat(told).isEqualTo(2);
    }

    @Test
    void closedItTakesItsTaskBack() {
        deadline.set(System.nanoTime() + HOUR);
        deadline.close();
        assertThat(tasks).isEmpty();
    }

    /**
     * The deadline is closed when the timer has just taken the task from its queue. The task still runs, but must not
     * schedule another task.
     */
    @Test
    void aTaskThatIsJustDueIsTheLast() {
        deadline.set(System.nanoTime() + HOUR);
        Runnable late = tasks.element();
        deadline.close();
        late.run();
        assertThat(tasks).isEmpty();
    }
}
