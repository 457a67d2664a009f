package dev.weir.perf.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
