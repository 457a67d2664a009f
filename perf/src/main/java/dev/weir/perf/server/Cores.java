package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Who runs where.
 *
 * <p>Results of the two are never in one table: on shared cores a model that uses more CPU slows down the generator that
 * times it.
 */
public enum Cores {
    /** The server alone on core 0, the generator on core 1; until it is warm the server may use both. */
    APART("0", "1", 1),
    /** Both on both, where one core is too small for the load. */
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

    /** Moves this process with all its threads; threads started later inherit it. Whether that was possible. */
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
     * Moves a server with all its threads to where it is measured.
     *
     * @throws IOException when one of its threads stays elsewhere
     */
    void pinServer(long pid) throws IOException, InterruptedException {
        if (canPin()) {
            pin(pid, server);
        }
    }

    private static void pin(long pid, String cores) throws IOException, InterruptedException {
        Tasks tasks = new Tasks(pid);
        // A thread that starts meanwhile is where its parent was: again, until all are there.
        for (int tried = 0; tried < TRIES; tried++) {
            new ProcessBuilder(TASKSET.toString(), "-acp", cores, Long.toString(pid))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectErrorStream(true)
                    .start()
                    .waitFor(5, TimeUnit.SECONDS);
            if (tasks.ids().stream().allMatch(id -> isOn(tasks.read(id, "status"), cores))) {
                return;
            }
        }
        throw new IOException("process " + pid + " has threads on other cores than " + cores);
    }

    private static boolean isOn(String status, String cores) {
        String asListed = cores.equals(ALL) ? "0-1" : cores;
        return status.isEmpty() || Proc.field(status, "Cpus_allowed_list:").equals(asListed);
    }

    /** How many processors a server is to count on. */
    public int processors() {
        return processors;
    }

    /** What to put before the command line of a server that needs no warm-up. */
    List<String> pinned() {
        return canPin() ? List.of(TASKSET.toString(), "-c", server) : List.of();
    }

    /**
     * What to put before the command line of one that compiles itself: on one core it takes its compilers 40 s to get
     * through what they want from a busy Tomcat, on both 15 s.
     */
    public List<String> unpinned() {
        return canPin() ? List.of(TASKSET.toString(), "-c", ALL) : List.of();
    }

    /** The command line of a small JVM that runs a main class of this class path, as a helper that is not measured. */
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
     * How a server's JVM is started: the same for every contender of a table.
     *
     * <p>Spelled out, because on one core HotSpot would choose another collector and another number of threads than on a
     * server's usual machine.
     *
     * @param warmsUp whether it may use more than its cores until it is warm
     * @param options besides the number of processors, which follows from the cores
     */
    public record JvmOptions(Cores cores, boolean warmsUp, List<String> options) {
        /** What every server has, apart from the number of processors. */
        public static final List<String> USUAL = List.of("-Xms512m", "-Xmx2g", "-XX:+UseG1GC");

        public JvmOptions {
            options = List.copyOf(options);
        }

        public static JvmOptions standard(Cores cores) {
            return new JvmOptions(cores, true, USUAL);
        }

        /** For trials of memory only: each allocation outside the heap costs more. */
        public JvmOptions withNativeMemoryTracking() {
            return new JvmOptions(cores, false, with("-XX:NativeMemoryTracking=summary").options);
        }

        /** One more option, or another value of one: the last one counts. */
        public JvmOptions with(String option) {
            List<String> more = new ArrayList<>(options);
            more.add(option);
            return new JvmOptions(cores, warmsUp, more);
        }

        /** The start of a command line up to the JVM's last option. The Java that runs this runs the servers. */
        List<String> command() {
            List<String> command = new ArrayList<>(warmsUp ? cores.unpinned() : cores.pinned());
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("-XX:ActiveProcessorCount=" + cores.processors());
            command.addAll(options);
            return command;
        }
    }
}
