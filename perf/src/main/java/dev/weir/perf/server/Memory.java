package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of a server and of the machine's kernel at one instant. {@code liveHeapBytes} is the size of the objects
 * that survive a garbage collection, or empty for a server without a heap. {@code nativeBytes} is the resident memory
 * outside the heap: allocations in C, thread stacks, code and classes.
 */
public record Memory(OptionalLong liveHeapBytes, long nativeBytes, long rssBytes, long kernelBytes) {
    /** Returns the live heap and native memory of the server, without garbage and without the free part of the heap. */
    public long processBytes() {
        return liveHeapBytes.orElse(0) + nativeBytes;
    }

    /** The address range of a JVM's heap. Other addresses in {@code /proc/PID/smaps} are memory outside the heap. */
    record HeapRange(long from, long to) {
        private static final Pattern ADDRESS = Pattern.compile("0x([0-9a-f]{16})");
        private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-[0-9a-f]+ .*");
        private static final Pattern RESIDENT_KIB = Pattern.compile("^Rss: +(\\d+) kB");
        /** Marks ZGC's heap in {@code smaps}. {@code GC.heap_info} omits the addresses of ZGC's heap. */
        private static final String HEAP_FILE = "/memfd:java_heap";

        /** Finds the lowest and the highest address in the answer to {@code jcmd GC.heap_info}. */
        static HeapRange of(String heapInfo) {
            LongSummaryStatistics addresses = ADDRESS.matcher(heapInfo)
                    .results()
                    .mapToLong(address -> Long.parseLong(address.group(1), 16))
                    .summaryStatistics();
            return new HeapRange(addresses.getMin(), addresses.getMax());
        }

        /** Returns the resident bytes of the mappings outside of the heap. */
        long residentOutside(List<String> smaps) {
            long kib = 0;
            boolean outside = true;
            for (String line : smaps) {
                Matcher mapping = MAPPING.matcher(line);
                if (mapping.matches()) {
                    long start = Long.parseUnsignedLong(mapping.group(1), 16);
                    outside = (start < from || start >= to) && !line.contains(HEAP_FILE);
                } else if (outside) {
                    kib += Proc.number(RESIDENT_KIB, line).orElse(0);
                }
            }
            return kib * 1024;
        }
    }

    /** The kernel's memory for objects such as sockets and threads, for stacks of threads, and for page tables. */
    static final class KernelMemory {
        private static final Path SLABS = Path.of("/proc/slabinfo");

        /** Returns the kernel memory in use, in bytes. Without root rights, includes unused parts of pages. */
        static long bytes() throws IOException {
            String memory = Proc.text(Path.of("/proc/meminfo"));
            long objects = Files.isReadable(SLABS) ? slab(Files.readAllLines(SLABS)) : kib("Slab", memory);
            return objects + kib("KernelStack", memory) + kib("PageTables", memory);
        }

        private static long kib(String name, String memory) {
            Pattern kib = Pattern.compile("(?m)^" + name + ": +(\\d+) kB");
            return Proc.number(kib, memory).orElse(0) * 1024;
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
}
