package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RedisTimerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LOOKS = 3;

    /** A calm node works only in the slices of a look. So one in three slices must have one. */
    @Test
    void oneSliceOfThreeHasALook() {
        List<String> run = new CopyOnWriteArrayList<>();
        CompletableFuture<List<String>> first = new CompletableFuture<>();
        try (RedisTimer timer = new RedisTimer()) {
            timer.onSlice(isLook -> run.add(isLook ? "with a look" : "alone"));
            timer.onLook(() -> {
                run.add("look");
                if (run.stream().filter("look"::equals).count() == LOOKS) {
                    first.complete(List.copyOf(run));
                }
            });
            timer.start();
            assertThat(first)
                    .succeedsWithin(PATIENCE)
                    .isEqualTo(List.of(
                            "with a look",
                            "look",
                            "alone",
                            "alone",
                            "with a look",
                            "look",
                            "alone",
                            "alone",
                            "with a look",
                            "look"));
        }
    }
}
