package dev.weir.perf.scenario;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Calls;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Scenario S6: an open-loop load of SOAP calls with WS-Security, each sent at its planned time. */
public record OpenCalls(int perSecond, int seconds, int cycles, long seed) implements Scenario {
    private static final int CONNECTIONS = 16; // as many as Weir queues; more calls wait in the generator
    private static final int WARM_CALLS = 1_000;

    @Override
    public Description description() {
        return Description.of(
                "S6",
                "%,d calls/s".formatted(perSecond),
                "call",
                ServerPlan.unlimited(CONNECTIONS).withCalls(),
                CONNECTIONS,
                seconds,
                cycles,
                WARM_CALLS);
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        CallRound.Signer signer = SignerProcess.ofThisRun();
        Watch.warm(stage, cycles, () -> {
            stage.progress.say("warming up");
            CallRound round = CallRound.run(stage.generator, stage.address(), signer, WARM_CALLS, CONNECTIONS);
            stage.notes.errors(round.errors());
            Thread.sleep(Duration.ofMillis(500));
            return round.answered();
        });
        stage.progress.say("signing calls");
        List<Calls.SignedCall> signed = signer.sign(planned(stage));
        List<Calls.AnsweredCall> answers = new ArrayList<>();
        Calls calls = new Calls(stage.address(), signed, (call, _) -> answers.add(call));

        Loads.open(stage, perSecond + " calls/s", calls, CONNECTIONS, arrivals(stage), Loads.SETTLE, seconds);
        stage.notes.errors(signer.wrong(stage.ask(() -> List.copyOf(answers))));
    }

    /** Returns how many calls to sign in advance. A few signed calls may stay unused. */
    private int planned(TrialStage stage) {
        Arrivals arrivals = arrivals(stage);
        AtomicInteger count = new AtomicInteger();
        arrivals.within(Loads.SETTLE.plusSeconds(seconds), _ -> count.incrementAndGet());
        Loads.SHARES.forEach(share ->
                arrivals.times(share).within(Loads.SETTLE.plus(Loads.SHARE_WINDOW), _ -> count.incrementAndGet()));
        return count.get();
    }

    private Arrivals arrivals(TrialStage stage) {
        return Arrivals.poisson(perSecond, seed + stage.block());
    }
}
