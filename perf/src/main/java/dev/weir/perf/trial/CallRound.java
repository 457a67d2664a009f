package dev.weir.perf.trial;

import dev.weir.perf.load.Calls;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What came of a number of calls, each sent as soon as an earlier one was answered.
 *
 * @param seconds from the first that was sent to the last that was answered
 * @param errors by reason; an answer that is not the signed one to its call is one
 */
public record CallRound(int answered, double seconds, Map<String, Long> errors) {
    /** A server that is cold takes long. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Signs them, sends them, and verifies what came; waits for it. */
    public static CallRound run(
            Generator generator, InetSocketAddress address, Signer signer, int count, int connections)
            throws InterruptedException {
        Collected collected = new Collected();
        Calls calls = new Calls(address, signer.sign(count), collected);
        RequestRecorder recorder = new RequestRecorder(Window.after(Duration.ZERO, LONGEST));
        RequestLoad load = generator.ask(
                () -> new RequestLoad(generator, calls, recorder, generator::freshAddress).startClosed(connections));
        try {
            load.over().get(LONGEST.plus(PATIENCE).toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("calls still under way after " + LONGEST.plus(PATIENCE), e);
        }
        Map<String, Long> errors =
                new HashMap<>(generator.ask(recorder::recording).errors());
        generator.execute(load::close);
        List<Calls.AnsweredCall> answers = generator.ask(() -> List.copyOf(collected.answers));
        errors.putAll(signer.wrong(answers));
        return new CallRound(answers.size(), (collected.lastNanos - collected.firstNanos) / 1e9, errors);
    }

    public double perSecond() {
        return answered / seconds;
    }

    /** Confined to the generator's loop until all is over. */
    private static final class Collected implements Calls.Listener {
        private final List<Calls.AnsweredCall> answers = new ArrayList<>();
        private long firstNanos;
        private long lastNanos;

        @Override
        public void answered(Calls.AnsweredCall call, Times times) {
            firstNanos = answers.isEmpty() ? times.sentNanos() : Math.min(firstNanos, times.sentNanos());
            lastNanos = times.answeredNanos();
            answers.add(call);
        }
    }

    /** The caller's cryptography: it takes milliseconds a call, so it is for when nothing is timed. */
    public interface Signer {
        /** So many calls that were never sent, each with another sum. */
        List<Calls.SignedCall> sign(int count);

        /** How many of these are not the signed answer to their call, by reason. */
        Map<String, Long> wrong(Collection<Calls.AnsweredCall> answers);
    }
}
