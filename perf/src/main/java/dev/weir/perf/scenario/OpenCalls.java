package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Calls;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.SoapKeys;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * S6: SOAP calls with WS-Security, as an open load.
 *
 * @param perSecond calls a second, in the mean
 * @param seconds of the window
 */
public record OpenCalls(int perSecond, int seconds, int cycles, long seed) implements Scenario {
    /** No more than Weir lets wait: what waits longer waits in the generator, for every contender. */
    private static final int CONNECTIONS = 16;

    private static final int WARM_CALLS = 1_000;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration CYCLE = Duration.ofSeconds(8);
    private static final Duration OVERHEAD = Duration.ofSeconds(15);

    @Override
    public Description description() {
        return new Description(
                "S6",
                "%,d calls/s".formatted(perSecond),
                "A SOAP call with WS-Security, at the same rate from everybody: what does it cost?",
                "call",
                List.of(
                        "S6 is an open load: calls start as a Poisson process planned them, the same for all contenders of a block and another in the next, whatever became of the earlier ones, over at most %d keep-alive connections. A response is timed from the intended start; a service from when the request was sent."
                                .formatted(CONNECTIONS),
                        "S6: a request has a timestamp, is signed (RSA-2048, SHA-256) and encrypted in part (RSA-OAEP with SHA-256, AES-256-GCM); a response has a timestamp and is signed with the request's signature confirmed. Each message is signed before the window and sent once; each response is verified after it. The window is %d s, after at most %d cycles of a closed load of %d calls: until neither of the last two was over 3 %% cheaper than the cheapest before, and the compilers use less than 2 %%."
                                .formatted(seconds, cycles, WARM_CALLS),
                        "S6: stock is Spring-WS with its own security interceptor, with the same keys and algorithms."
                                + " It has no replay cache, and looks neither at what was signed nor at the schema; all of"
                                + " ours do."));
    }

    @Override
    public ServerPlan server(Contender contender) {
        return ServerPlan.unlimited(CONNECTIONS).withCalls(SoapKeys.ofThisRun());
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(CYCLE.multipliedBy(cycles)).plusSeconds(seconds);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        CallRound.Signer signer = SignerProcess.ofThisRun();
        Watch.warm(stage, cycles, () -> {
            stage.progress().say("warms up");
            CallRound round = CallRound.run(stage.generator(), stage.address(), signer, WARM_CALLS, CONNECTIONS);
            stage.notes().errors(round.errors());
            Thread.sleep(PAUSE);
            return round.answered();
        });
        stage.progress().say("signs calls");
        List<Calls.SignedCall> signed = signer.sign(planned(stage));
        List<Calls.AnsweredCall> answers = new ArrayList<>();
        Calls calls = new Calls(stage.address(), signed, (call, _) -> answers.add(call));

        Loads.open(stage, perSecond + " calls/s", calls, CONNECTIONS, arrivals(stage), seconds);
        stage.notes().errors(signer.wrong(stage.ask(() -> List.copyOf(answers))));
    }

    /** The load begins a moment after its window was laid, so there are no more. */
    private int planned(Stage stage) {
        AtomicInteger count = new AtomicInteger();
        arrivals(stage).within(Loads.SETTLE.plusSeconds(seconds), _ -> count.incrementAndGet());
        return count.get();
    }

    private Arrivals arrivals(Stage stage) {
        return Arrivals.poisson(perSecond, seed + stage.block());
    }
}
