package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What a server and its kernel hold at one instant; differences over counts of connections are bytes a connection.
 *
 * @param liveHeapBytes after collections that freed nothing more; absent without a heap
 * @param directBytes of {@code java.nio}'s buffers; Netty's are not among them where it calls malloc itself
 * @param mallocBytes handed out by the C library and not given back, Netty's direct memory among it
 * @param stackBytes resident thread stacks; absent unless the JVM tracks its native memory
 * @param trackedMallocBytes what the JVM knows of {@code mallocBytes}; absent unless it tracks its native memory
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
     * What was taken from the C library past the JVM: Netty's direct memory, and a constant for what the library needs
     * itself for each of the JVM's own blocks. The only count that the compilers, who take and return megabytes, leave
     * alone.
     */
    public OptionalLong untrackedMallocBytes() {
        return mallocBytes.isPresent() && trackedMallocBytes.isPresent()
                ? OptionalLong.of(mallocBytes.getAsLong() - trackedMallocBytes.getAsLong())
                : OptionalLong.empty();
    }

    /** Of a server that is no JVM. */
    static Memory of(long rssBytes, KernelMemory kernel) {
        OptionalLong none = OptionalLong.empty();
        return new Memory(none, none, none, none, none, rssBytes, kernel);
    }

    /**
     * What the kernel holds for the whole machine: both ends of a loopback connection are in it.
     *
     * @param slabBytes objects in use, such as sockets and open files
     * @param tcpBytes what sockets hold of data that waits to be sent or read
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

        /** By object where root may read that; else by page, which moves in greater steps. */
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
     * <p>On JDK 25 with native access Netty calls the C library's malloc: neither {@code java.nio}'s pools nor the JVM's
     * native memory tracking see that, only the C library's own count does.
     *
     * @param mallocBytes by the C library's count; absent with another library than glibc
     * @param stackBytes resident stacks, absent unless the JVM was started with native memory tracking
     * @param trackedMallocBytes as the JVM counts its own; absent like the stacks
     */
    record NativeMemory(OptionalLong mallocBytes, OptionalLong stackBytes, OptionalLong trackedMallocBytes) {
        private static final Pattern MALLOC_KIB = Pattern.compile("C-Heap outstanding allocations: (\\d+)K");
        private static final Pattern STACK = Pattern.compile("\\(stack: reserved=\\d+, committed=(\\d+)");
        private static final Pattern TRACKED = Pattern.compile("(?m)^ +malloc: (\\d+)");

        static NativeMemory of(Jmx jmx) throws IOException {
            return of(jmx.run(Jmx.DIAGNOSIS, "vmInfo"), jmx.diagnose("vmNativeMemory", "summary", "scale=b"));
        }

        static NativeMemory of(String info, String tracking) {
            OptionalLong mallocKib = Proc.number(MALLOC_KIB, info);
            return new NativeMemory(
                    mallocKib.isPresent() ? OptionalLong.of(mallocKib.getAsLong() * 1024) : mallocKib,
                    Proc.number(STACK, tracking),
                    Proc.number(TRACKED, tracking));
        }
    }
}
