package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The memory of a server and of the kernel at one instant. A value that the server does not report is empty. */
public record Memory(
        OptionalLong liveHeapBytes,
        OptionalLong directBytes,
        NativeMemory outside,
        long rssBytes,
        KernelMemory kernel) {
    static Memory of(long rssBytes, KernelMemory kernel) {
        OptionalLong none = OptionalLong.empty();
        return new Memory(none, none, new NativeMemory(none, none, none), rssBytes, kernel);
    }

    /** The kernel memory of the whole machine: for kernel objects, such as sockets, and for the data in TCP sockets. */
    public record KernelMemory(long slabBytes, long tcpBytes) {
        private static final Path SLABS = Path.of("/proc/slabinfo");
        private static final Pattern TCP_PAGES = Pattern.compile("(?m)^TCP:.* mem (\\d+)");
        private static final Pattern SLAB_KIB = Pattern.compile("(?m)^Slab: +(\\d+) kB");

        static KernelMemory now() throws IOException {
            long tcpPages = Proc.number(TCP_PAGES, Proc.text(Path.of("/proc/net/sockstat")))
                    .orElse(0);
            return new KernelMemory(slab(), tcpPages * Proc.PAGE_BYTES);
        }

        /** Returns the bytes of kernel objects in use. Without root rights, counts whole memory pages instead. */
        private static long slab() throws IOException {
            return Files.isReadable(SLABS)
                    ? slab(Files.readAllLines(SLABS))
                    : Proc.number(SLAB_KIB, Proc.text(Path.of("/proc/meminfo"))).orElse(0) * 1024;
        }

        static long slab(List<String> slabinfo) {
            // The columns are name, active_objs, num_objs and objsize.
            return slabinfo.stream()
                    .skip(2)
                    .map(line -> line.split(" +", -1))
                    .mapToLong(fields -> Long.parseLong(fields[1]) * Long.parseLong(fields[3]))
                    .sum();
        }
    }

    /**
     * A JVM's memory outside the heap. {@code mallocBytes} is glibc's count and includes Netty's allocations. The JVM
     * reports the other values only with native memory tracking; else they are empty.
     */
    public record NativeMemory(OptionalLong mallocBytes, OptionalLong stackBytes, OptionalLong trackedMallocBytes) {
        private static final Pattern MALLOC_KIB = Pattern.compile("C-Heap outstanding allocations: (\\d+)K");
        private static final Pattern STACK = Pattern.compile("\\(stack: reserved=\\d+, committed=(\\d+)");
        private static final Pattern TRACKED = Pattern.compile("(?m)^ +malloc: (\\d+)");

        public OptionalLong untrackedMallocBytes() {
            return mallocBytes.isPresent() && trackedMallocBytes.isPresent()
                    ? OptionalLong.of(mallocBytes.getAsLong() - trackedMallocBytes.getAsLong())
                    : OptionalLong.empty();
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
