package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.shares.Shares;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisTimerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LOOKS = 3;

    private final RedisTimer timer = new RedisTimer(System::nanoTime);
    private final List<String> run = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        timer.close();
    }

    /** A calm node works only in the slices of a look. So one in three slices must have one. */
    @Test
    void oneSliceOfThreeHasALook() {
        assertThat(slices(_ -> false))
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
        assertThat(slices(_ -> true))
                .containsExactly("with a look", "look", "with a look", "look", "with a look", "look");
    }

    @Test
    void aWakeEndsARestAtTheNextSlice() {
        assertThat(slices(isLook -> {
                    if (isLook) {
                        timer.wake();
                    }
                    return true;
                }))
                .containsExactly("with a look", "look", "alone", "with a look", "look", "alone", "with a look", "look");
    }

    @Test
    void aWakeInTheMiddleOfARestEndsIt() {
        assertThat(slices(isLook -> {
                    if (isLook) {
                        timer.later(
                                timer::wake,
                                Shares.SLICE.multipliedBy(3).dividedBy(2).toMillis());
                    }
                    return true;
                }))
                .containsExactly("with a look", "look", "alone", "with a look", "look", "alone", "with a look", "look");
    }

    @Test
    void aTaskThatIsAddedDuringARestRunsBeforeTheNextLook() {
        List<String> ran = new CopyOnWriteArrayList<>();
        CompletableFuture<List<String>> second = new CompletableFuture<>();
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
        assertThat(second.join()).startsWith("look", "slice", "slice");
    }

    @Test
    void aTaskThatThrowsStopsNoOther() {
        assertThat(slices(_ -> {
                    throw new IllegalStateException("thrown by the test");
                }))
                .startsWith("with a look", "look", "alone");
    }

    /** Returns which slices and looks the timer ran until the third look. */
    private List<String> slices(Predicate<Boolean> mayRest) {
        CompletableFuture<List<String>> first = new CompletableFuture<>();
        timer.onSlice(isLook -> {
            run.add(isLook ? "with a look" : "alone");
            return mayRest.test(isLook);
        });
        timer.onLook(() -> {
            run.add("look");
            if (run.stream().filter("look"::equals).count() == LOOKS) {
                first.complete(List.copyOf(run));
            }
        });
        timer.start();
        assertThat(first).succeedsWithin(PATIENCE);
        return first.join();
    }
}
