package dev.weir.perf.trial;

import dev.weir.perf.load.Calls;
import dev.weir.soap.RefusedResponseException;
import dev.weir.soap.SoapCall;
import dev.weir.soap.SoapFaultException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Signs calls ahead and verifies their answers afterwards, on every core that its process may use. Thread-safe. */
public final class Signatures implements CallRound.Signer {
    private static final int B = 1_000_000;

    private final SoapCall calls;
    private final AtomicInteger number = new AtomicInteger();

    public Signatures(SoapKeys keys) {
        calls = keys.caller();
    }

    @Override
    public List<Calls.SignedCall> sign(int count) {
        return IntStream.range(0, count)
                .parallel()
                .map(_ -> number.incrementAndGet())
                .mapToObj(a -> new Calls.SignedCall(a, B, calls.plus(a, B, Instant.now())))
                .toList();
    }

    @Override
    public Map<String, Long> wrong(Collection<Calls.AnsweredCall> answers) {
        return answers.parallelStream()
                .map(this::fault)
                .filter(fault -> !fault.isEmpty())
                .collect(Collectors.groupingBy(fault -> fault, TreeMap::new, Collectors.counting()));
    }

    private String fault(Calls.AnsweredCall answer) {
        Calls.SignedCall call = answer.call();
        try {
            long result = calls.result(call.request(), answer.envelope(), Instant.now());
            return result == (long) call.a() + call.b() ? "" : "wrong result";
        } catch (SoapFaultException e) {
            return "fault: " + e.getMessage();
        } catch (RefusedResponseException e) {
            return "refused response: " + e.getMessage();
        }
    }
}
