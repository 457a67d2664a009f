package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.shares.Shares;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RedisTimerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LOOKS = 3;
    private static final int MOST_REPEATS = 2;

    /** A calm node works only in the slices of a look. So one in three slices must have one. */
    @Test
    void oneSliceOfThreeHasALook() {
        assertThat(slices((_, _) -> false))
                .containsExactly(
                        "with a look",
                        "look",
                        "alone",
                        "alone",
                        "with a look",
                        "look",
                        "alone",
                        "alone",
                        "with a look",
                        "look");
    }

    @Test
    void aTaskThatMayRestIsNotRunBetweenTheLooks() {
        assertThat(slices((_, _) -> true))
                .containsExactly("with a look", "look", "with a look", "look", "with a look", "look");
    }

    @Test
    void aWakeEndsARestAtTheNextSlice() {
        assertEachRestEnds(RedisTimer::wake);
    }

    @Test
    void aWakeInTheMiddleOfARestEndsIt() {
        long millis = Shares.SLICE.multipliedBy(3).dividedBy(2).toMillis();
        assertEachRestEnds(timer -> timer.later(timer::wake, millis));
    }

    /** Runs {@code wake} with each look. It must end the rest that follows. */
    private static void assertEachRestEnds(Consumer<RedisTimer> wake) {
        inTime(() -> assertThat(slices((timer, isLook) -> {
                    if (isLook) {
                        wake.accept(timer);
                    }
                    return true;
                }))
                .containsExactly(
                        "with a look", "look", "alone", "with a look", "look", "alone", "with a look", "look"));
    }

    @Test
    void aTaskThatIsAddedDuringARestRunsBeforeTheNextLook() {
        inTime(() -> {
            List<String> ran = new CopyOnWriteArrayList<>();
            CompletableFuture<List<String>> second = new CompletableFuture<>();
            try (RedisTimer timer = new RedisTimer(System::nanoTime)) {
                timer.onLook(() -> {
                    ran.add("look");
                    if (ran.size() == 1) {
                        timer.execute(() -> timer.onSlice(_ -> ran.add("slice")));
                    } else {
                        second.complete(List.copyOf(ran));
                    }
                });
                timer.start();
                assertThat(second).succeedsWithin(PATIENCE);
            }
            assertThat(second.join()).startsWith("look", "slice", "slice");
        });
    }

    /** Repeats a test that fails, at most twice, because a thread that runs too late may leave out slices. */
    private static void inTime(Runnable test) {
        for (int repeats = 0; repeats < MOST_REPEATS; repeats++) {
            try {
                test.run();
                return;
            } catch (AssertionError late) {
                // The next attempt may be in time.
            }
        }
        test.run();
    }

    @Test
    void aTaskThatThrowsStopsNoOther() {
        assertThat(slices((_, _) -> {
                    throw new IllegalStateException("thrown by the test");
                }))
                .startsWith("with a look", "look", "alone");
    }

    /** Returns which slices and looks a timer runs until the third look. */
    private static List<String> slices(BiPredicate<RedisTimer, Boolean> mayRest) {
        List<String> run = new CopyOnWriteArrayList<>();
        CompletableFuture<List<String>> third = new CompletableFuture<>();
        try (RedisTimer timer = new RedisTimer(System::nanoTime)) {
            timer.onSlice(isLook -> {
                run.add(isLook ? "with a look" : "alone");
                return mayRest.test(timer, isLook);
            });
            timer.onLook(() -> {
                run.add("look");
                if (Collections.frequency(run, "look") == LOOKS) {
                    third.complete(List.copyOf(run));
                }
            });
            timer.start();
            assertThat(third).succeedsWithin(PATIENCE);
        }
        return third.join();
    }
}
