package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IdempotencyCacheTest {
    private static final int MOST = 3;
    private static final long NANOS = 1000;

    private final AtomicLong nanos = new AtomicLong(-5);
    private final AtomicInteger answered = new AtomicInteger();
    private final IdempotencyCache<String> remembered = new IdempotencyCache<>(MOST, NANOS, nanos::get);

    @Test
    void p01_beyondTheMostTheOldestIsForgottenAndNoOther() {
        answer("a", "b", "c", "d");
        assertThat(answer("d")).isEqualTo("4");
        assertThat(answer("c")).isEqualTo("3");
        assertThat(answer("b")).isEqualTo("2");
        assertThat(answer("a")).isEqualTo("5");
    }

    @Test
    void p01_aRepeatMakesItsAnswerNoYounger() {
        answer("a", "b", "c", "a", "d");
        assertThat(answer("a")).isEqualTo("5");
    }

    @Test
    void p01_aKeyThatIsAnsweredAnewIsTheYoungest() {
        answer("a");
        nanos.addAndGet(NANOS / 2);
        answer("b", "c");
        nanos.addAndGet(NANOS / 2);
        answer("a", "d");
        assertThat(answer("a")).isEqualTo("4");
        assertThat(answer("b")).as("the oldest").isEqualTo("6");
    }

    @Test
    void p01_anAnswerIsForgottenWhenItsTimeIsOver() {
        answer("a");
        nanos.addAndGet(NANOS - 1);
        assertThat(answer("a")).isEqualTo("1");
        nanos.addAndGet(1);
        assertThat(answer("a")).isEqualTo("2");
    }

    @Test
    void p01_aFailureIsNoAnswer() {
        assertThatThrownBy(() -> remembered.answer("a", () -> {
                    throw new IllegalStateException("fails");
                }))
                .hasMessage("fails");
        assertThat(answer("a")).isEqualTo("1");
    }

    private String answer(String... asked) {
        String last = "";
        for (String key : asked) {
            last = remembered.answer(key, () -> String.valueOf(answered.incrementAndGet()));
        }
        return last;
    }
}
