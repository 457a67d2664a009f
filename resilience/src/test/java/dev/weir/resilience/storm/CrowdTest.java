package dev.weir.resilience.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CrowdTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void theOutcomeOfEachClientIsCounted() throws InterruptedException {
        try (Crowd crowd = Crowd.of(9, Duration.ofMillis(9), number -> switch (number % 3) {
            case 0 -> "even";
            case 1 -> throw new IOException("lost");
            default -> throw new IllegalStateException("odd");
        })) {
            assertThat(crowd.await(PATIENCE))
                    .isEqualTo(Map.of("even", 3L, "lost", 3L, "java.lang.IllegalStateException: odd", 3L));
            assertThat(crowd.except("even")).containsOnlyKeys("lost", "java.lang.IllegalStateException: odd");
        }
    }

    @Test
    void aClientThatIsNotThroughIsToldAndStopped() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Crowd crowd = Crowd.of(2, Duration.ZERO, number -> {
            never.await();
            return "through";
        });
        assertThat(crowd.await(Duration.ZERO)).isEqualTo(Map.of("still under way", 2L));
        crowd.close();
        assertThat(crowd.await(PATIENCE)).isEmpty();
    }

    @Test
    void anEndlessOneGoesOnWithNewNumbers() throws InterruptedException {
        CountDownLatch ten = new CountDownLatch(10);
        Crowd crowd = Crowd.endless(3, Duration.ZERO, number -> {
            ten.countDown();
            return Integer.toString(number);
        });
        assertThat(ten.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        crowd.close();
        assertThat(crowd.await(PATIENCE)).containsEntry("0", 1L).containsEntry("6", 1L);
    }
}
