package dev.weir.perf.trial;

import dev.weir.perf.load.Calls;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The result of SOAP calls in a closed loop. {@code errors} counts failed calls and wrong answers by reason. */
public record CallRound(int answered, double seconds, Map<String, Long> errors) {
    private static final Duration LONGEST = Duration.ofSeconds(60); // long enough for a cold server

    public static CallRound run(
            Generator generator, InetSocketAddress address, Signer signer, int count, int connections)
            throws InterruptedException {
        Collected collected = new Collected();
        Calls calls = new Calls(address, signer.sign(count), collected);
        Window window = Window.after(Duration.ZERO, LONGEST);
        RequestLoad load = new RequestLoad(generator, calls, window, generator::freshAddress).startClosed(connections);
        Map<String, Long> errors =
                new HashMap<>(load.await(LONGEST.plus(Duration.ofSeconds(20))).errors());
        generator.execute(load::close);
        List<Calls.AnsweredCall> answers = generator.ask(() -> List.copyOf(collected.answers));
        errors.putAll(signer.wrong(answers));
        return new CallRound(answers.size(), (collected.lastNanos - collected.firstNanos) / 1e9, errors);
    }

    public double perSecond() {
        return answered / seconds;
    }

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

    /** Signs SOAP calls and verifies their answers. Both take much CPU time, so call no method during a measurement. */
    public interface Signer {
        List<Calls.SignedCall> sign(int count);

        Map<String, Long> wrong(Collection<Calls.AnsweredCall> answers);
    }
}
