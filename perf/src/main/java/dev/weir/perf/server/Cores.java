package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The cores of server and generator.
 *
 * <p>A table holds results of one layout only: on shared cores a model that uses more CPU slows down the generator that
 * times it.
 */
public enum Cores {
    /** The server on core 0 and the generator on core 1. Until it is warm the server may use both. */
    APART("0", "1", 1),
    /** Server and generator on both cores, for loads that are too large for one. */
    SHARED("0,1", "0,1", 2);

    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    private static final Path SECOND_CORE = Path.of("/sys/devices/system/cpu/cpu1");
    private static final String ALL = "0,1";
    private static final int TRIES = 5;

    private final String server;
    private final String generator;
    private final int processors;

    Cores(String server, String generator, int processors) {
        this.server = server;
        this.generator = generator;
        this.processors = processors;
    }

    /** Moves this process with all its threads; later threads inherit that. Returns whether it was possible. */
    public boolean pinGenerator() throws InterruptedException {
        try {
            if (canPin()) {
                pin(ProcessHandle.current().pid(), generator);
                return true;
            }
        } catch (IOException e) {
            System.err.println("weir: not pinned: " + e.getMessage());
        }
        return false;
    }

    /**
     * Moves a server with all its threads to its cores.
     *
     * @throws IOException when one of its threads stays on another core
     */
    void pinServer(long pid) throws IOException, InterruptedException {
        if (canPin()) {
            pin(pid, server);
        }
    }

    private static void pin(long pid, String cores) throws IOException, InterruptedException {
        Path tasks = Proc.tasks(pid);
        // A thread that starts in the meantime is on its parent's old cores, so try again until all have moved.
        for (int tried = 0; tried < TRIES; tried++) {
            new ProcessBuilder(TASKSET.toString(), "-acp", cores, Long.toString(pid))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectErrorStream(true)
                    .start()
                    .waitFor(5, TimeUnit.SECONDS);
            if (Proc.names(tasks).stream().allMatch(id -> isOn(Proc.task(tasks, id, "status"), cores))) {
                return;
            }
        }
        throw new IOException("process " + pid + " has threads on other cores than " + cores);
    }

    private static boolean isOn(String status, String cores) {
        String asListed = cores.equals(ALL) ? "0-1" : cores;
        return status.isEmpty() || Proc.field(status, "Cpus_allowed_list:").equals(asListed);
    }

    /** The number of processors that a server's JVM is told. */
    public int processors() {
        return processors;
    }

    /** The start of the command line of a server that needs no warm-up. */
    List<String> pinned() {
        return canPin() ? List.of(TASKSET.toString(), "-c", server) : List.of();
    }

    /** The start of the command line of a server that warms up: on both cores its compilers need a third of the time. */
    public List<String> unpinned() {
        return canPin() ? List.of(TASKSET.toString(), "-c", ALL) : List.of();
    }

    /** The command line of a small JVM for a main class of this class path, which is not measured. */
    public List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(unpinned());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "-cp", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    private static boolean canPin() {
        return Files.isExecutable(TASKSET) && Files.isDirectory(SECOND_CORE);
    }

    /**
     * The options of a server's JVM, which are the same for every contender of a table.
     *
     * <p>They are explicit: on one core HotSpot would choose another collector and another number of threads than on a
     * usual server machine.
     *
     * @param warmsUp whether the JVM may use both cores until it is warm
     * @param options all but the number of processors, which follows from the cores
     */
    public record JvmOptions(Cores cores, boolean warmsUp, List<String> options) {
        /**
         * The options of every server, apart from the number of processors. The heap has room for 19,900 connections in
         * either style: a server with less room accepts fewer.
         */
        public static final List<String> USUAL = List.of("-Xms512m", "-Xmx3g", "-XX:+UseG1GC");

        public JvmOptions {
            options = List.copyOf(options);
        }

        public static JvmOptions standard(Cores cores) {
            return new JvmOptions(cores, true, USUAL);
        }

        /** Adds native memory tracking, for trials of memory only: it makes allocations outside the heap dearer. */
        public JvmOptions withNativeMemoryTracking() {
            return new JvmOptions(cores, false, with("-XX:NativeMemoryTracking=summary").options);
        }

        /** Adds an option, or overrides one: the JVM uses the last value. */
        public JvmOptions with(String option) {
            List<String> more = new ArrayList<>(options);
            more.add(option);
            return new JvmOptions(cores, warmsUp, more);
        }

        /** The command line up to the JVM's last option, with the Java that runs this process. */
        List<String> command() {
            List<String> command = new ArrayList<>(warmsUp ? cores.unpinned() : cores.pinned());
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("-XX:ActiveProcessorCount=" + cores.processors());
            command.addAll(options);
            return command;
        }
    }
}
