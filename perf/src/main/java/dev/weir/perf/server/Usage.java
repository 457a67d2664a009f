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
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/**
 * The CPU time, memory and threads of a server at one instant. Times and allocations count since the server's start.
 * {@code cpuSeconds} is for all threads, including ended ones, the garbage collector and the JIT compilers.
 * {@code allocatedBytes} are the heap bytes that all threads allocated; empty if not measured.
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

    public record Spent(
            double seconds, double cpuSeconds, double gcSeconds, double jitSeconds, OptionalLong allocatedBytes) {
        public double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /** A count for each living thread, by thread id. The kernel does not keep the sum for a process. */
    public record PerThread(Map<Long, Long> byThread) {
        public static final PerThread NONE = new PerThread(Map.of());

        private static final Pattern COUNT = Pattern.compile("voluntary_ctxt_switches:\\s*(\\d+)");

        private static final Pattern ANY_NAME = Pattern.compile("");

        static PerThread switches(Collection<Long> pids) throws IOException {
            return of(pids, ANY_NAME, "status", PerThread::sum);
        }

        /** Returns the CPU time, in nanoseconds, of each thread whose name begins with a match of {@code name}. */
        static PerThread cpuNanos(Collection<Long> pids, Pattern name) throws IOException {
            return of(pids, name, "schedstat", times -> Long.parseLong(times.split(" ", -1)[0]));
        }

        /** Returns how long each thread has waited in the run queue of a core, in nanoseconds. */
        static PerThread queuedNanos(Collection<Long> pids) throws IOException {
            return of(pids, ANY_NAME, "schedstat", times -> Long.parseLong(times.split(" ", -1)[1]));
        }

        private static PerThread of(Collection<Long> pids, Pattern name, String file, ToLongFunction<String> count)
                throws IOException {
            Map<Long, Long> counts = new HashMap<>();
            for (long pid : pids) {
                Path tasks = Proc.tasks(pid);
                for (String id : Proc.names(tasks)) {
                    boolean isCounted = name.equals(ANY_NAME)
                            || name.matcher(Proc.task(tasks, id, "comm")).lookingAt();
                    String text = isCounted ? Proc.task(tasks, id, file) : "";
                    if (!text.isEmpty()) {
                        counts.put(Long.valueOf(id), count.applyAsLong(text));
                    }
                }
            }
            return new PerThread(Map.copyOf(counts));
        }

        public long since(PerThread earlier) {
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
     * Measures the CPU time of a JVM's garbage collector and JIT compilers. Finds their threads by name. The VM thread
     * counts as a collector. An ended thread counts with its last reading.
     */
    static final class VmThreads {
        enum Work {
            COLLECT,
            COMPILE,
            OTHER;

            /** Returns what a thread with this name does. The kernel cuts names off after 15 characters. */
            static Work of(String name) {
                if (name.matches("C[12] CompilerThre.*")) {
                    return COMPILE;
                }
                return name.matches("(VM Thread|GC Thread|G1 |Z(Director|Driver|Worker|Stat|Uncommit|Unmap)|Shen).*")
                        ? COLLECT
                        : OTHER;
            }
        }

        record Seconds(double gc, double jit) {}

        private final Path tasks;
        private final Map<String, Work> works = new HashMap<>();
        private final Map<String, Long> nanos = new HashMap<>(); // CPU time of collectors and compilers when last read
        private final Map<Work, Long> sums = new EnumMap<>(Work.class);
        private int counted;

        VmThreads(Path tasks) {
            this.tasks = tasks;
        }

        /**
         * Returns the CPU times so far. {@code count} is the current number of threads. Lists the threads again only if
         * this number has changed, because listing is slow.
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
                    // A new thread has its creator's name until it sets its own.
                    if (!name.equals("java")) {
                        works.put(id, Work.of(name));
                    }
                }
            }
        }

        private void add(Work work, String id) {
            String schedule = Proc.task(tasks, id, "schedstat");
            if (schedule.isEmpty()) {
                counted = 0; // lists the threads at the next reading, since as many new ones may exist
                return;
            }
            long now = Long.parseLong(schedule.substring(0, schedule.indexOf(' ')));
            Long before = nanos.put(id, now);
            sums.merge(work, before == null ? now : now - before, Long::sum);
        }
    }
}
