package dev.weir.perf.trial;

import dev.weir.perf.load.Calls;
import dev.weir.perf.server.Cores;
import dev.weir.soap.RefusedResponseException;
import dev.weir.soap.SoapCall;
import dev.weir.soap.SoapFaultException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/**
 * Signs and verifies in a JVM of its own, on both cores: this one has no compiler that knows how to multiply for RSA, and
 * one core.
 *
 * <p>It waits for what it is asked on its standard input, and ends with it. Thread-safe.
 */
public final class SignerProcess implements CallRound.Signer {
    private final DataOutputStream out;
    private final DataInputStream in;

    private SignerProcess(Process process) {
        out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    }

    /** The one of this run, started when it is asked for first; it has the run's keys. */
    public static CallRound.Signer ofThisRun() {
        return OfThisRun.SIGNER;
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
            out.writeBoolean(true);
            out.writeInt(count);
            out.flush();
            List<Calls.SignedCall> signed = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                signed.add(call(in));
            }
            return signed;
        } catch (IOException e) {
            throw new UncheckedIOException("the signer does not answer", e);
        }
    }

    @Override
    public synchronized Map<String, Long> wrong(Collection<Calls.AnsweredCall> answers) {
        try {
            out.writeBoolean(false);
            out.writeInt(answers.size());
            for (Calls.AnsweredCall answer : answers) {
                write(out, answer.call());
                write(out, answer.envelope());
            }
            out.flush();
            Map<String, Long> wrong = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                wrong.put(in.readUTF(), in.readLong());
            }
            return wrong;
        } catch (IOException e) {
            throw new UncheckedIOException("the signer does not answer", e);
        }
    }

    /** The other side. */
    public static void main(String[] arguments) throws IOException {
        serve(
                new Signatures(SoapKeys.in(Path.of(arguments[0]))),
                new DataInputStream(new BufferedInputStream(System.in)),
                new DataOutputStream(new BufferedOutputStream(System.out)));
    }

    private static void serve(Signatures signatures, DataInputStream in, DataOutputStream out) throws IOException {
        while (true) {
            boolean signs;
            try {
                signs = in.readBoolean();
            } catch (EOFException _) {
                return;
            }
            int count = in.readInt();
            if (signs) {
                for (Calls.SignedCall call : signatures.sign(count)) {
                    write(out, call);
                }
            } else {
                List<Calls.AnsweredCall> answers = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    answers.add(new Calls.AnsweredCall(call(in), bytes(in)));
                }
                Map<String, Long> wrong = signatures.wrong(answers);
                out.writeInt(wrong.size());
                for (Map.Entry<String, Long> entry : wrong.entrySet()) {
                    out.writeUTF(entry.getKey());
                    out.writeLong(entry.getValue());
                }
            }
            out.flush();
        }
    }

    private static void write(DataOutputStream out, Calls.SignedCall call) throws IOException {
        out.writeInt(call.a());
        out.writeInt(call.b());
        write(out, call.request().envelope());
        write(out, call.request().signature());
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static Calls.SignedCall call(DataInputStream in) throws IOException {
        return new Calls.SignedCall(in.readInt(), in.readInt(), new SoapCall.Request(bytes(in), bytes(in)));
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    private static final class OfThisRun {
        static final CallRound.Signer SIGNER = start(SoapKeys.ofThisRun().folder());
    }

    /** Signs calls ahead and verifies their answers afterwards, on every core that its process may use. Thread-safe. */
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
