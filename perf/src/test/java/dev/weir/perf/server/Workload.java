package dev.weir.perf.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The main class of a JVM with a known use of CPU time and memory. Each input line starts one piece of work. */
final class Workload {
    private static final int BLOCK = 1 << 20;
    private static final List<byte[]> HELD = new ArrayList<>();

    private Workload() {}

    public static void main(String[] args) throws Throwable {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            int amount = Integer.parseInt(words[1]);
            switch (words[0]) {
                case "allocate" -> allocate(amount);
                case "hold" -> hold(amount);
                case "malloc" -> malloc(amount);
                case "spin" -> spin(amount);
                case "collect" -> collect(amount);
                default -> throw new IllegalArgumentException(line);
            }
            System.out.println("done");
        }
    }

    /** Allocates this many mebibytes: half on a virtual thread, and half on a platform thread. */
    private static void allocate(int mebibytes) throws InterruptedException {
        Runnable half = () -> {
            long sum = 0;
            for (int i = 0; i < mebibytes / 2; i++) {
                sum += new byte[BLOCK - 16].length;
            }
            System.err.println(sum);
        };
        Thread.ofVirtual().start(half).join();
        Thread.ofPlatform().start(half).join();
    }

    private static void hold(int mebibytes) {
        for (int i = 0; i < mebibytes * 4; i++) {
            HELD.add(new byte[BLOCK / 4 - 16]);
        }
    }

    /** Allocates this many mebibytes by the C library, as Netty does. The JVM does not count such memory. */
    @SuppressWarnings("restricted")
    private static void malloc(int mebibytes) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MemorySegment memory = (MemorySegment) linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("malloc"),
                        FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG))
                .invokeExact((long) mebibytes * BLOCK);
        memory.reinterpret((long) mebibytes * BLOCK).fill((byte) 1);
    }

    /** Uses this many milliseconds of CPU time on the current thread. */
    private static void spin(int millis) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long endNanos = threads.getCurrentThreadCpuTime() + millis * 1_000_000L;
        while (threads.getCurrentThreadCpuTime() < endNanos) {
            Thread.onSpinWait();
        }
    }

    private static void collect(int times) {
        for (int i = 0; i < times; i++) {
            System.gc();
        }
    }

    /** A running JVM with the main class {@link Workload}. A test sends lines to it. */
    static final class Handle implements AutoCloseable {
        private final Process process;
        private final BufferedReader answers;

        Handle(String... options) throws IOException {
            List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
            command.addAll(List.of(options));
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
            command.addAll(List.of(System.getProperty("java.class.path"), Workload.class.getName()));
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            answers = process.inputReader(StandardCharsets.UTF_8);
            expect("ready");
        }

        void run(String line) throws IOException {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            expect("done");
        }

        private void expect(String wanted) throws IOException {
            String answer = answers.readLine();
            if (!wanted.equals(answer)) {
                throw new IOException("wanted " + wanted + ", got " + answer);
            }
        }

        long pid() {
            return process.pid();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
