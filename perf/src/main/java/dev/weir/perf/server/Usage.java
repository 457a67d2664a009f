package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The usage of a server since its start. The difference of two is the usage in between.
 *
 * @param nanoTime when it was read
 * @param cpuSeconds user and system time of all its processes and threads, also of those that ended
 * @param gcSeconds the collector's part of the CPU time; 0 without a collector
 * @param jitSeconds the compilers' part of the CPU time; 0 without compilers
 * @param allocatedBytes on the heap, by platform and virtual threads; absent without a heap, and in cheap readings
 */
public record Usage(
        long nanoTime,
        double cpuSeconds,
        double gcSeconds,
        double jitSeconds,
        OptionalLong allocatedBytes,
        int threads,
        long rssBytes) {

    public Spent since(Usage earlier) {
        return new Spent(
                (nanoTime - earlier.nanoTime) / 1e9,
                cpuSeconds - earlier.cpuSeconds,
                gcSeconds - earlier.gcSeconds,
                jitSeconds - earlier.jitSeconds,
                allocatedBytes.isPresent() && earlier.allocatedBytes.isPresent()
                        ? OptionalLong.of(allocatedBytes.getAsLong() - earlier.allocatedBytes.getAsLong())
                        : OptionalLong.empty());
    }

    /**
     * The usage of a server in some time.
     *
     * @param seconds the length of that time
     */
    public record Spent(
            double seconds, double cpuSeconds, double gcSeconds, double jitSeconds, OptionalLong allocatedBytes) {
        /** CPU without the collector and the compilers. */
        public double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /**
     * Context switches of each living thread, voluntary and not. The kernel keeps no sum for a process.
     *
     * <p>A reading opens a file for each thread: it belongs at the edges of a window, not at each second.
     */
    public record Switches(Map<Long, Long> byThread) {
        /** Of both kinds, voluntary and nonvoluntary. */
        private static final Pattern COUNT = Pattern.compile("voluntary_ctxt_switches:\\s*(\\d+)");

        static Switches of(Collection<Long> pids) throws IOException {
            Map<Long, Long> switches = new HashMap<>();
            for (long pid : pids) {
                Path tasks = Proc.tasks(pid);
                for (String id : Proc.names(tasks)) {
                    String status = Proc.task(tasks, id, "status");
                    if (!status.isEmpty()) {
                        switches.put(Long.valueOf(id), sum(status));
                    }
                }
            }
            return new Switches(Map.copyOf(switches));
        }

        /** Switches since {@code earlier}, without those of threads that ended in the meantime. */
        public long since(Switches earlier) {
            return byThread.entrySet().stream()
                    .mapToLong(entry -> entry.getValue() - earlier.byThread.getOrDefault(entry.getKey(), 0L))
                    .sum();
        }

        static long sum(String status) {
            return COUNT.matcher(status)
                    .results()
                    .mapToLong(count -> Long.parseLong(count.group(1)))
                    .sum();
        }
    }

    /**
     * CPU time of a JVM's collector and compilers, which it finds by the names of their threads.
     *
     * <p>The VM thread counts as collector: it leads every pause, and does all the work of the serial collector. Its other
     * work is rare. Compiler threads come and go. When one has ended, its time up to the last reading is kept.
     */
    static final class VmThreads {
        enum Work {
            COLLECT,
            COMPILE,
            OTHER;

            /** The work of a thread with this name, of which the kernel keeps 15 characters. */
            static Work of(String name) {
                if (name.matches("C[12] CompilerThre.*")) {
                    return COMPILE;
                }
                return name.matches("(VM Thread|GC Thread|G1 |Z(Director|Driver|Worker|Stat|Uncommit|Unmap)|Shen).*")
                        ? COLLECT
                        : OTHER;
            }
        }

        /** Seconds since the start of the JVM. */
        record Seconds(double gc, double jit) {}

        private final Path tasks;
        private final Map<String, Work> works = new HashMap<>();
        /** The CPU time of each living thread of the VM at the last reading. */
        private final Map<String, Long> nanos = new HashMap<>();

        private final Map<Work, Long> sums = new EnumMap<>(Work.class);
        private int counted;

        VmThreads(Path tasks) {
            this.tasks = tasks;
        }

        /**
         * Reads the times. It opens a file only for new threads and for those of the VM, and lists the threads only when
         * their number has changed: to list ten thousand takes milliseconds. A thread that took the place of another is
         * found by a later reading, with all its time.
         *
         * @param count the number of the JVM's threads now
         */
        synchronized Seconds read(int count) throws IOException {
            if (count != counted) {
                list();
                counted = count;
            }
            works.forEach((id, work) -> {
                if (work != Work.OTHER) {
                    add(work, id);
                }
            });
            return new Seconds(sums.getOrDefault(Work.COLLECT, 0L) / 1e9, sums.getOrDefault(Work.COMPILE, 0L) / 1e9);
        }

        private void list() throws IOException {
            List<String> ids = Proc.names(tasks);
            works.keySet().retainAll(new HashSet<>(ids));
            nanos.keySet().retainAll(works.keySet());
            for (String id : ids) {
                if (!works.containsKey(id)) {
                    String name = Proc.task(tasks, id, "comm").strip();
                    // A thread that still has the name of its creator is looked at again.
                    if (!name.equals("java")) {
                        works.put(id, Work.of(name));
                    }
                }
            }
        }

        private void add(Work work, String id) {
            String schedule = Proc.task(tasks, id, "schedstat");
            if (schedule.isEmpty()) {
                counted = 0; // it has ended, and as many threads as have ended may have started
                return;
            }
            long now = Long.parseLong(schedule.substring(0, schedule.indexOf(' ')));
            Long before = nanos.put(id, now);
            sums.merge(work, before == null ? now : now - before, Long::sum);
        }
    }
}
