package dev.weir.perf.trial;

import dev.weir.perf.load.Calls;
import dev.weir.perf.server.Cores;
import dev.weir.soap.RefusedResponseException;
import dev.weir.soap.SoapCall;
import dev.weir.soap.message.SoapFaultException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
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
 * Signs and verifies in another JVM on both cores. This JVM runs without C2, whose intrinsics make RSA fast, and has one
 * core.
 *
 * <p>The other JVM reads orders from its standard input and ends with it. Thread-safe.
 */
public final class SignerProcess implements CallRound.Signer {
    private static final JsonMapper JSON = new JsonMapper();

    private final JsonLines lines;

    private SignerProcess(Process process) {
        lines = new JsonLines(
                process.inputReader(StandardCharsets.US_ASCII), process.outputWriter(StandardCharsets.US_ASCII));
    }

    /** The signer of this run, with the run's keys. The first call starts its process. */
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
    public synchronized List<Calls.SignedCall> sign(int count) {
        try {
            lines.write(List.of(new Order(count, 0)));
            return lines.read(count, Calls.SignedCall.class);
        } catch (IOException e) {
            throw new UncheckedIOException("the signing process does not answer", e);
        }
    }

    @Override
    public synchronized Map<String, Long> wrong(Collection<Calls.AnsweredCall> answers) {
        try {
            lines.write(List.of(new Order(0, answers.size())));
            lines.write(answers);
            return lines.read(1, Wrong.class).getFirst().byReason;
        } catch (IOException e) {
            throw new UncheckedIOException("the signing process does not answer", e);
        }
    }

    /** Runs the signing process; its argument is the folder of keys. */
    public static void main(String[] arguments) throws IOException {
        Signatures signatures = new Signatures(SoapKeys.in(Path.of(arguments[0])));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        JsonLines lines = new JsonLines(in, new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Order order = JSON.readValue(line, Order.class);
            if (order.sign > 0) {
                lines.write(signatures.sign(order.sign));
            } else {
                lines.write(List.of(new Wrong(signatures.wrong(lines.read(order.verify, Calls.AnsweredCall.class)))));
            }
        }
    }

    /** The number of calls to sign, or the number of answers that follow to be verified. */
    private record Order(int sign, int verify) {}

    /** The number of wrong answers by reason. */
    private record Wrong(Map<String, Long> byReason) {}

    /** Reads and writes values as lines of JSON. */
    private record JsonLines(BufferedReader in, Writer out) {
        void write(Collection<?> values) throws IOException {
            for (Object value : values) {
                out.append(JSON.writeValueAsString(value)).append('\n');
            }
            out.flush();
        }

        <T> List<T> read(int count, Class<T> type) throws IOException {
            List<T> values = new ArrayList<>(count);
            while (values.size() < count) {
                String line = in.readLine();
                if (line == null) {
                    throw new IOException("the other process ended");
                }
                values.add(JSON.readValue(line, type));
            }
            return values;
        }
    }

    private static final class SignerOfRun {
        static final CallRound.Signer SIGNER = start(SoapKeys.ofThisRun().folder());
    }

    /** Signs calls in advance and verifies answers afterwards, on all cores of its process. Thread-safe. */
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
