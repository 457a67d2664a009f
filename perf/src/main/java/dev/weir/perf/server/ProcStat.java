package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the kernel says of a process at one instant.
 *
 * @param cpuSeconds user and system time since it started, of all its threads, also of those that ended
 * @param switches context switches of each living thread: the kernel keeps no sum over a process
 */
public record ProcStat(double cpuSeconds, int threads, long rssBytes, Map<Long, Long> switches) {
    /** USER_HZ: the unit of /proc on every Linux, whatever the kernel's own tick is. */
    private static final double TICKS_A_SECOND = 100;

    public static ProcStat of(long pid) throws IOException {
        Path proc = Path.of("/proc", Long.toString(pid));
        double cpuSeconds = cpuSeconds(Files.readString(proc.resolve("stat")));
        String status = Files.readString(proc.resolve("status"));
        Map<Long, Long> switches = switches(proc.resolve("task"));
        return new ProcStat(
                cpuSeconds, (int) number(status, "Threads:"), number(status, "VmRSS:") * 1024, Map.copyOf(switches));
    }

    /** Context switches since {@code earlier}; what a thread did that has ended meanwhile is not in it. */
    public long switchesSince(ProcStat earlier) {
        return switches.entrySet().stream()
                .mapToLong(entry -> entry.getValue() - earlier.switches.getOrDefault(entry.getKey(), 0L))
                .sum();
    }

    static double cpuSeconds(String stat) {
        // The second field is the name in brackets, which may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_A_SECOND;
    }

    private static Map<Long, Long> switches(Path tasks) throws IOException {
        Map<Long, Long> switches = new HashMap<>();
        try (Stream<Path> ids = Files.list(tasks)) {
            for (Path task : ids.toList()) {
                try {
                    String status = Files.readString(task.resolve("status"));
                    long sum =
                            number(status, "voluntary_ctxt_switches:") + number(status, "nonvoluntary_ctxt_switches:");
                    switches.put(Long.parseLong(String.valueOf(task.getFileName())), sum);
                } catch (IOException _) {
                    // The thread ended between the listing and the reading: it is none that lived to the end.
                }
            }
        }
        return switches;
    }

    /** Without a list of lines: a server has a thousand of these files, and is being measured meanwhile. */
    private static long number(String status, String name) {
        int at = status.indexOf("\n" + name);
        if (at < 0) {
            return 0;
        }
        int from = at + 1 + name.length();
        String line = status.substring(from, status.indexOf('\n', from)).strip();
        return Long.parseLong(line.replace(" kB", ""));
    }
}
