package dev.weir.perf.server;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads statistics of processes from {@code /proc}, and their CPU clocks. A missing file reads as empty. */
public final class Proc {
    /** The size of a memory page on x86-64, the only supported processor. */
    static final long PAGE_BYTES = 4096;

    private static final int SCHEDULER_CLOCK = 2;
    private static final long TIMESPEC_BYTES = 16;
    private static final MethodHandle CLOCK_GETTIME = clockGettime();

    /** Returns a file's text; empty if unreadable. {@code Files.readString} would cut off {@code /proc/sys} files. */
    public static String text(Path file) {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return "";
        }
    }

    static OptionalLong number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    static String field(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(name.length()).strip())
                .orElse("");
    }

    static List<String> names(Path folder) throws IOException {
        String[] names = folder.toFile().list();
        if (names == null) {
            throw new IOException("no process at " + folder);
        }
        return List.of(names);
    }

    static Path of(long pid, String file) {
        return Path.of("/proc", Long.toString(pid), file);
    }

    static Path tasks(long pid) {
        return of(pid, "task");
    }

    static String task(Path tasks, String id, String file) {
        return text(tasks.resolve(id).resolve(file));
    }

    /** Returns the CPU time of all threads of a process, even of ended ones. More precise than {@code /proc}. */
    public static double cpuSeconds(long pid) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(TIMESPEC_BYTES, Long.BYTES);
            int clock = ((int) ~pid << 3) | SCHEDULER_CLOCK; // like clock_getcpuclockid(3)
            if ((int) CLOCK_GETTIME.invokeExact(clock, time) != 0) {
                throw new IOException("no process " + pid);
            }
            return time.get(ValueLayout.JAVA_LONG, 0) + time.get(ValueLayout.JAVA_LONG, Long.BYTES) / 1e9;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("clock_gettime cannot be called", e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle clockGettime() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("clock_gettime"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }

    public record Stat(int threads, long rssBytes) {
        private static final int THREADS = 17;
        private static final int RSS_PAGES = 21;

        public static Stat of(long pid) throws IOException {
            String stat = text(Proc.of(pid, "stat"));
            if (stat.isEmpty()) {
                throw new IOException("no process " + pid);
            }
            return of(stat);
        }

        static Stat of(String stat) {
            // The second field is the program's name in brackets. It may contain spaces.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return new Stat(Integer.parseInt(fields[THREADS]), Long.parseLong(fields[RSS_PAGES]) * PAGE_BYTES);
        }
    }

    /**
     * The time of one or all processors since an arbitrary instant. Other virtual machines used the stolen seconds. The
     * kernel only samples the time in use at its timer interrupt: a load in step with the timer seems to use no time,
     * or all of it. It measures the idle time exactly, so the time in use is the rest.
     */
    public record HostStat(int processors, double elapsedSeconds, double idleSeconds, double stealSeconds) {
        private static final int IDLE = 3;
        private static final int STEAL = 7;
        private static final double TICKS_A_SECOND = 100; // the kernel's USER_HZ

        public static HostStat now() {
            return of("cpu\\d+", text(Path.of("/proc/stat")), System.nanoTime());
        }

        static HostStat ofCore(String core) {
            return of("cpu" + core, text(Path.of("/proc/stat")), System.nanoTime());
        }

        /** Returns the sum of the processors whose names match {@code names} in {@code /proc/stat}. */
        static HostStat of(String names, String stat, long nanoTime) {
            // name, user, nice, system, idle, iowait, irq, softirq, steal
            List<String[]> cpus = stat.lines()
                    .map(line -> line.split(" +", -1))
                    .filter(fields -> fields[0].matches(names))
                    .toList();
            return new HostStat(
                    cpus.size(),
                    nanoTime / 1e9,
                    (ticks(cpus, IDLE) + ticks(cpus, IDLE + 1)) / TICKS_A_SECOND,
                    ticks(cpus, STEAL) / TICKS_A_SECOND);
        }

        private static double ticks(List<String[]> cpus, int column) {
            return cpus.stream()
                    .mapToDouble(fields -> Long.parseLong(fields[column + 1]))
                    .sum();
        }

        double usedSeconds() {
            return processors * elapsedSeconds - idleSeconds - stealSeconds;
        }

        public double stealShareSince(HostStat earlier) {
            double seconds = processors * (elapsedSeconds - earlier.elapsedSeconds);
            return seconds > 0 ? (stealSeconds - earlier.stealSeconds) / seconds : 0;
        }
    }
}
