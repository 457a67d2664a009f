package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PredictionTest {
    @Test
    void usersTakeTurnsAtTheThreads() {
        Prediction prediction = Prediction.threads(100, 10, 1.0);
        assertThat(prediction.responseSeconds()).isEqualTo(10.0);
        assertThat(prediction.waitSeconds()).isEqualTo(9.0);
    }

    @Test
    void nobodyWaitsWhereThereAreThreadsForAll() {
        Prediction prediction = Prediction.threads(100, 110, 1.0);
        assertThat(prediction.responseSeconds()).isEqualTo(1.0);
        assertThat(prediction.waitSeconds()).isZero();
    }

    @Test
    void littlesLawGivesBackTheUsers() {
        assertThat(Prediction.usersByLittle(10, 10)).isEqualTo(100);
    }

    @Test
    void aResponseIsHeldToFivePerCent() {
        Prediction queue = Prediction.threads(100, 10, 1.0);
        assertThat(Verdict.ofResponse(Samples.measured(10.4, 9, queue)).met()).isTrue();
        assertThat(Verdict.ofResponse(Samples.measured(10.6, 9, queue)).met()).isFalse();
        assertThat(Verdict.ofResponse(Samples.measured(9.4, 9, queue)).met()).isFalse();
    }

    @Test
    void aWaitThatShouldBeNothingIsHeldToFivePerCentOfADownload() {
        Prediction alone = Prediction.unloaded(Samples.latency(1_000_000), Samples.latency(1000));
        assertThat(Verdict.ofWait(Samples.measured(1, 0.04, alone)).met()).isTrue();
        assertThat(Verdict.ofWait(Samples.measured(1, 0.06, alone)).met()).isFalse();
    }
}
