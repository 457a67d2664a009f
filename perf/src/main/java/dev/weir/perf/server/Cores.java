package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How the measured server and the load generator share the two cores of the machine. */
public enum Cores {
    /** The server runs on core 0 and the generator on core 1. During its warm-up, the server may use both cores. */
    APART("0", "1", 1, ""),
    /** The server and the generator both run on both cores, for loads that are too large for one core. */
    SHARED("0,1", "0,1", 2, ", both cores");

    /** The JVM options of every server. Without UseG1GC, HotSpot would use the serial collector on one core. */
    public static final List<String> USUAL = List.of("-Xms512m", "-Xmx3g", "-XX:+UseG1GC");

    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    private static final Path SECOND_CORE = Path.of("/sys/devices/system/cpu/cpu1");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String ALL = "0,1";

    private final String server;
    private final String generator;
    private final int processors;
    private final String suffix;

    Cores(String server, String generator, int processors, String suffix) {
        this.server = server;
        this.generator = generator;
        this.processors = processors;
        this.suffix = suffix;
    }

    /** Returns the end of the name of a load that runs on these cores. It is empty for {@link #APART}. */
    public String suffix() {
        return suffix;
    }

    public boolean pinGenerator() throws InterruptedException {
        try {
            pin(ProcessHandle.current().pid(), generator);
            return canPin();
        } catch (IOException e) {
            System.err.println("weir: not pinned: " + e.getMessage());
            return false;
        }
    }

    /** Pins the calling thread to one core, if the machine allows that. */
    static void moveThisThread(String core) throws IOException {
        Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self"));
        if (canPin()) {
            Host.output(TASKSET.toString(), "-cp", core, String.valueOf(thread.getFileName()));
        }
    }

    /** Returns how long the server's cores were in use since boot, by all processes. */
    public double usedSeconds() {
        return Stream.of(server.split(",", -1))
                .mapToDouble(core -> Proc.HostStat.ofCore(core).usedSeconds())
                .sum();
    }

    void pinServer(long pid) throws IOException, InterruptedException {
        pin(pid, server);
    }

    private static void pin(long pid, String cores) throws IOException, InterruptedException {
        if (!canPin()) {
            return;
        }
        Path tasks = Proc.tasks(pid);
        // A thread that starts meanwhile inherits its parent's old cores, so this repeats until all threads have moved.
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

    /** Starts a process that keeps one of the server's cores busy all the time. */
    public OwnedProcess burn() throws IOException {
        List<String> command = new ArrayList<>(pinned());
        command.addAll(List.of("sh", "-c", "while :; do :; done"));
        return OwnedProcess.start(command, Path.of("/dev/null"));
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

    public List<String> jvm(List<String> options) {
        return Stream.of(on(ALL), List.of(JAVA, "-XX:ActiveProcessorCount=" + processors), options)
                .flatMap(List::stream)
                .toList();
    }
}
