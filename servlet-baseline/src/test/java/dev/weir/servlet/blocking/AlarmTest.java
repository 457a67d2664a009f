package dev.weir.servlet.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What an alarm asks of its timer, whose tasks run here when the test says so. */
class AlarmTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private int rung;
    private final Alarm alarm = new Alarm(
            (task, delayNanos) -> {
                tasks.add(task);
                return () -> tasks.remove(task);
            },
            () -> rung++);

    @Test
    void howeverOftenItIsMovedItIsOneTask() {
        long now = System.nanoTime();
        alarm.set(now);
        alarm.set(now + HOUR);
        alarm.set(now + 2 * HOUR);
        assertThat(tasks).hasSize(1);
    }

    @Test
    void movedMeanwhileItRingsLater() {
        alarm.set(System.nanoTime());
        alarm.set(System.nanoTime() + HOUR);
        tasks.remove().run();
        assertThat(rung).isZero();
        assertThat(tasks).as("for the rest").hasSize(1);
    }

    @Test
    void itRingsAndCanBeSetAgain() {
        alarm.set(System.nanoTime());
        tasks.remove().run();
        assertThat(rung).isEqualTo(1);
        alarm.set(System.nanoTime());
        tasks.remove().run();
        assertThat(rung).isEqualTo(2);
    }

    @Test
    void closedItTakesItsTaskBack() {
        alarm.set(System.nanoTime() + HOUR);
        alarm.close();
        assertThat(tasks).isEmpty();
    }

    /** The task had left the timer's queue when it was taken back. */
    @Test
    void aTaskThatIsJustDueIsTheLast() {
        alarm.set(System.nanoTime() + HOUR);
        Runnable late = tasks.element();
        alarm.close();
        late.run();
        assertThat(tasks).isEmpty();
    }
}
