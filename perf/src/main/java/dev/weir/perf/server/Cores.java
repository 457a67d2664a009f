package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cores of server and generator. All results of a table have the same layout: on shared cores a model that uses
 * more CPU slows down the generator that times it.
 */
public enum Cores {
    /** The server runs on core 0 and the generator on core 1. Until it is warm, the server may use both. */
    APART("0", "1", 1),
    /** Server and generator run on both cores, for loads that are too large for one core. */
    SHARED("0,1", "0,1", 2);

    /**
     * The options of every server's JVM, except the number of processors. On one core HotSpot would otherwise
     * choose another collector and fewer threads than on a usual server. The heap has room for 19,900 connections
     * in either style.
     */
    public static final List<String> USUAL = List.of("-Xms512m", "-Xmx3g", "-XX:+UseG1GC");

    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    private static final Path SECOND_CORE = Path.of("/sys/devices/system/cpu/cpu1");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String ALL = "0,1";

    private final String server;
    private final String generator;
    private final int processors;

    Cores(String server, String generator, int processors) {
        this.server = server;
        this.generator = generator;
        this.processors = processors;
    }

    /** Pins this process with all its threads, which later threads inherit. Returns whether that was possible. */
    public boolean pinGenerator() throws InterruptedException {
        try {
            pin(ProcessHandle.current().pid(), generator);
            return canPin();
        } catch (IOException e) {
            System.err.println("weir: not pinned: " + e.getMessage());
            return false;
        }
    }

    void pinServer(long pid) throws IOException, InterruptedException {
        pin(pid, server);
    }

    private static void pin(long pid, String cores) throws IOException, InterruptedException {
        if (!canPin()) {
            return;
        }
        Path tasks = Proc.tasks(pid);
        // A new thread inherits the old cores of its parent, so this repeats until all threads have moved.
        for (int tried = 0; tried < 5; tried++) {
            Host.output(TASKSET.toString(), "-acp", cores, Long.toString(pid));
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

    public int processors() {
        return processors;
    }

    List<String> pinned() {
        return on(server);
    }

    private static List<String> on(String cores) {
        return canPin() ? List.of(TASKSET.toString(), "-c", cores) : List.of();
    }

    public List<String> java(Class<?> main, String... arguments) {
        List<String> options = List.of("-XX:+UseSerialGC", "-Xmx1g", "-cp", System.getProperty("java.class.path"));
        return Stream.of(on(ALL), List.of(JAVA), options, List.of(main.getName()), List.of(arguments))
                .flatMap(List::stream)
                .toList();
    }

    private static boolean canPin() {
        return Files.isExecutable(TASKSET) && Files.isDirectory(SECOND_CORE);
    }

    /**
     * Returns the command line of a server's JVM up to its last option. The JVM is the one that runs this process.
     *
     * @param warmsUp whether the JVM starts on both cores, so that its compilers finish sooner
     * @param options all options but the number of processors
     */
    public List<String> jvm(boolean warmsUp, List<String> options) {
        return Stream.of(on(warmsUp ? ALL : server), List.of(JAVA, "-XX:ActiveProcessorCount=" + processors), options)
                .flatMap(List::stream)
                .toList();
    }
}
