package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Raw.Value;
import org.junit.jupiter.api.Test;

class PredictionTest {
    private static Example closed(double users) {
        return Example.trial().value(Value.USERS, users).value(Value.DOWNLOAD_SECONDS, 1);
    }

    /** If 100 users share 10 threads, and a download takes 1 s, a user must be predicted to wait 9 s for a thread. */
    @Test
    void usersTakeTurnsAtTheThreads() {
        Requirement.Prediction prediction = Requirement.Prediction.of(
                        closed(100).value(Value.THREADS, 10).evidence())
                .orElseThrow();
        assertThat(prediction.responseSeconds()).isEqualTo(10);
        assertThat(prediction.waitSeconds()).isEqualTo(9);
        assertThat(prediction.basis()).contains("100/10 × 1");
    }

    @Test
    void aRequestThatDoesNotQueueIsPredictedAsUnloaded() {
        Requirement.Prediction unloaded = new Requirement.Prediction(0.001, 0.0002, "as unloaded");
        Example trial =
                closed(100).histogram(Evidence.Tag.UNLOADED_RESPONSE, 1000).histogram(Evidence.Tag.UNLOADED_WAIT, 200);
        assertThat(Requirement.Prediction.of(trial.evidence())).contains(unloaded);
        assertThat(Requirement.Prediction.of(trial.value(Value.THREADS, 100).evidence()))
                .as("a thread for each user")
                .contains(unloaded);
    }

    @Test
    void withoutAnUnloadedFigureOrUsersNothingIsPredicted() {
        assertThat(Requirement.Prediction.of(closed(100).evidence())).isEmpty();
        assertThat(Requirement.Prediction.of(Example.trial()
                        .value(Value.THREADS, 10)
                        .value(Value.DOWNLOAD_SECONDS, 1)
                        .evidence()))
                .as("an open loop")
                .isEmpty();
    }
}
