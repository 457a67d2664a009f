package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The memory of a server and its kernel at one instant. The slope over counts of connections is bytes a connection.
 *
 * @param liveHeapBytes after collections that freed nothing more; absent without a heap
 * @param directBytes of {@code java.nio}'s buffers, without those for which Netty calls malloc itself
 * @param mallocBytes allocated by the C library and not freed, with Netty's direct memory
 * @param stackBytes resident thread stacks; absent unless the JVM tracks its native memory
 * @param trackedMallocBytes the part of {@code mallocBytes} that the JVM knows; absent unless it tracks native memory
 */
public record Memory(
        OptionalLong liveHeapBytes,
        OptionalLong directBytes,
        OptionalLong mallocBytes,
        OptionalLong stackBytes,
        OptionalLong trackedMallocBytes,
        long rssBytes,
        KernelMemory kernel) {

    /**
     * The allocations from the C library that the JVM does not know: Netty's direct memory, and a constant overhead of the
     * library for the JVM's own blocks. Compilers, which take and return megabytes, change only the other counts.
     */
    public OptionalLong untrackedMallocBytes() {
        return mallocBytes.isPresent() && trackedMallocBytes.isPresent()
                ? OptionalLong.of(mallocBytes.getAsLong() - trackedMallocBytes.getAsLong())
                : OptionalLong.empty();
    }

    /** The memory of a server that is no JVM. */
    static Memory of(long rssBytes, KernelMemory kernel) {
        OptionalLong none = OptionalLong.empty();
        return new Memory(none, none, none, none, none, rssBytes, kernel);
    }

    /**
     * The kernel's memory for the whole machine, with both ends of a loopback connection.
     *
     * @param slabBytes objects in use, such as sockets and open files
     * @param tcpBytes data in sockets that waits to be sent or read
     */
    public record KernelMemory(long slabBytes, long tcpBytes) {
        private static final Path SLABS = Path.of("/proc/slabinfo");
        private static final Pattern TCP_PAGES = Pattern.compile("(?m)^TCP:.* mem (\\d+)");
        private static final Pattern SLAB_KIB = Pattern.compile("(?m)^Slab: +(\\d+) kB");
        private static final int HEADER_LINES = 2;

        static KernelMemory now() throws IOException {
            long tcpPages = Proc.number(TCP_PAGES, Proc.text(Path.of("/proc/net/sockstat")))
                    .orElse(0);
            return new KernelMemory(slab(), tcpPages * Proc.PAGE_BYTES);
        }

        /**
         * The kernel's slab memory in bytes. {@code /proc/slabinfo} counts the objects in use, but usually only root may
         * read it. Without it, the result comes from {@code /proc/meminfo}. That file counts whole pages, so its value
         * changes in coarser steps.
         */
        private static long slab() throws IOException {
            return Files.isReadable(SLABS)
                    ? slab(Files.readAllLines(SLABS))
                    : Proc.number(SLAB_KIB, Proc.text(Path.of("/proc/meminfo"))).orElse(0) * 1024;
        }

        static long slab(List<String> slabinfo) {
            // name active_objs num_objs objsize ...
            return slabinfo.stream()
                    .skip(HEADER_LINES)
                    .map(line -> line.split(" +", -1))
                    .mapToLong(fields -> Long.parseLong(fields[1]) * Long.parseLong(fields[3]))
                    .sum();
        }
    }

    /**
     * A JVM's memory outside the heap.
     *
     * <p>On JDK 25 with native access Netty calls the C library's malloc. Only the C library counts that memory, and
     * neither {@code java.nio}'s pools nor the JVM's native memory tracking do.
     *
     * @param mallocBytes by the C library's count; absent with another library than glibc
     * @param stackBytes resident stacks; absent unless the JVM was started with native memory tracking
     * @param trackedMallocBytes by the JVM's own count; absent like the stacks
     */
    record NativeMemory(OptionalLong mallocBytes, OptionalLong stackBytes, OptionalLong trackedMallocBytes) {
        private static final Pattern MALLOC_KIB = Pattern.compile("C-Heap outstanding allocations: (\\d+)K");
        private static final Pattern STACK = Pattern.compile("\\(stack: reserved=\\d+, committed=(\\d+)");
        private static final Pattern TRACKED = Pattern.compile("(?m)^ +malloc: (\\d+)");

        static NativeMemory of(Jmx jmx) throws IOException {
            return of(jmx.run(Jmx.DIAGNOSIS, "vmInfo"), jmx.diagnose("vmNativeMemory", "summary", "scale=b"));
        }

        static NativeMemory of(String info, String tracking) {
            return new NativeMemory(
                    Proc.number(MALLOC_KIB, info).stream()
                            .map(kib -> kib * 1024)
                            .findFirst(),
                    Proc.number(STACK, tracking),
                    Proc.number(TRACKED, tracking));
        }
    }
}
