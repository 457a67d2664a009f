package dev.weir.perf.trial;

import com.google.common.collect.Lists;
import dev.weir.perf.load.Calls;
import dev.weir.perf.server.Cores;
import dev.weir.soap.RefusedResponseException;
import dev.weir.soap.SoapCall;
import dev.weir.soap.message.SoapFaultException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Signs SOAP calls and verifies answers in another JVM, which ends when this JVM ends. Thread-safe. That JVM has a small
 * heap, so it gets a part of the work at a time.
 */
public final class SignerProcess implements CallRound.Signer {
    /** Maximum number of messages that the other JVM signs or verifies at a time. A message has a few kilobytes. */
    static final int PART = 1_000;

    private final BufferedReader in;
    private final Writer out;

    private SignerProcess(Process process) {
        in = process.inputReader(StandardCharsets.US_ASCII);
        out = process.outputWriter(StandardCharsets.US_ASCII);
    }

    public static CallRound.Signer ofThisRun() {
        return SignerOfRun.SIGNER;
    }

    static SignerProcess start(Path keys) {
        try {
            return new SignerProcess(new ProcessBuilder(Cores.SHARED.java(SignerProcess.class, keys.toString()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<Calls.SignedCall> sign(int count) {
        List<Calls.SignedCall> signed = new ArrayList<>(count);
        while (signed.size() < count) {
            signed.addAll(ask(new Order(Math.min(PART, count - signed.size()), List.of())).signed);
        }
        return signed;
    }

    @Override
    public Map<String, Long> wrong(Collection<Calls.AnsweredCall> answers) {
        Map<String, Long> wrong = new TreeMap<>();
        for (List<Calls.AnsweredCall> part : Lists.partition(List.copyOf(answers), PART)) {
            ask(new Order(0, part)).wrong.forEach((fault, count) -> wrong.merge(fault, count, Long::sum));
        }
        return wrong;
    }

    private synchronized Reply ask(Order order) {
        try {
            out.append(JsonMapper.shared().writeValueAsString(order))
                    .append('\n')
                    .flush();
            String line = in.readLine();
            if (line == null) {
                throw new IOException("the process has ended");
            }
            return JsonMapper.shared().readValue(line, Reply.class);
        } catch (IOException e) {
            throw new UncheckedIOException("the signing process does not answer", e);
        }
    }

    public static void main(String[] arguments) throws IOException {
        Signatures signatures = new Signatures(new SoapKeys(Path.of(arguments[0])));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Order order = JsonMapper.shared().readValue(line, Order.class);
            Reply reply = new Reply(signatures.sign(order.sign), signatures.wrong(order.answers));
            System.out.println(JsonMapper.shared().writeValueAsString(reply));
        }
    }

    private record Order(int sign, Collection<Calls.AnsweredCall> answers) {}

    private record Reply(List<Calls.SignedCall> signed, Map<String, Long> wrong) {}

    private static final class SignerOfRun {
        static final CallRound.Signer SIGNER = start(SoapKeys.ofThisRun().folder());
    }

    public static final class Signatures implements CallRound.Signer {
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
}
