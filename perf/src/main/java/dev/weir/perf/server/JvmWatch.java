package dev.weir.perf.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import javax.management.openmbean.CompositeData;

/**
 * A JVM that is observed from outside.
 *
 * <p>What the kernel knows costs the JVM nothing. The allocated bytes are one remote call, at the edges of windows;
 * everything else is for before and after.
 */
public final class JvmWatch implements AutoCloseable {
    private static final String THREADS = "java.lang:type=Threading";
    private static final String HEAP = "java.lang:type=Memory";
    private static final String DIRECT = "java.nio:type=BufferPool,name=direct";
    /** num, #instances, #bytes, class name */
    private static final int CLASS_COLUMN = 3;

    private static final int MOST_COLLECTIONS = 10;
    private static final double STABLE = 0.001;

    private final long pid;
    private final Tasks.VmThreads vmThreads;
    private final Jmx jmx;

    private JvmWatch(long pid, Jmx jmx) {
        this.pid = pid;
        this.jmx = jmx;
        vmThreads = new Tasks.VmThreads(new Tasks(pid));
    }

    /** Starts to observe a running JVM; this costs it some classes and threads, so before the warm-up. */
    public static JvmWatch attach(long pid) throws IOException {
        return new JvmWatch(pid, Jmx.attach(pid));
    }

    public Usage usage() throws IOException {
        return usage(OptionalLong.of(jmx.number(THREADS, "TotalThreadAllocatedBytes")));
    }

    /** Without the allocated bytes. */
    public Usage kernelUsage() throws IOException {
        return usage(OptionalLong.empty());
    }

    private Usage usage(OptionalLong allocatedBytes) throws IOException {
        Proc.Stat stat = Proc.Stat.of(pid);
        Tasks.VmThreads.Seconds vm = vmThreads.read(stat.threads());
        return new Usage(
                System.nanoTime(),
                CpuClock.seconds(pid),
                vm.gc(),
                vm.jit(),
                allocatedBytes,
                stat.threads(),
                stat.rssBytes());
    }

    /** Collects first, so not in a window. */
    public Memory memory() throws IOException {
        long liveHeapBytes = liveHeapBytes();
        Memory.NativeMemory outside = Memory.NativeMemory.of(jmx);
        return new Memory(
                OptionalLong.of(liveHeapBytes),
                OptionalLong.of(jmx.number(DIRECT, "MemoryUsed")),
                outside.mallocBytes(),
                outside.stackBytes(),
                outside.trackedMallocBytes(),
                Proc.Stat.of(pid).rssBytes(),
                Memory.KernelMemory.now());
    }

    void collect() throws IOException {
        jmx.run(HEAP, "gc");
    }

    /** Three collections, and more until one frees nothing worth naming: the first may only enqueue what is freed then. */
    private long liveHeapBytes() throws IOException {
        long before = Long.MAX_VALUE;
        for (int collections = 1; ; collections++) {
            jmx.run(HEAP, "gc");
            long used = (long) ((CompositeData) jmx.attribute(HEAP, "HeapMemoryUsage")).get("used");
            boolean stable = collections >= 3 && before - used <= STABLE * before;
            if (stable || collections == MOST_COLLECTIONS) {
                return used;
            }
            before = used;
        }
    }

    /** What living instances of classes take whose names begin so; a collection, and a walk over the whole heap. */
    public long liveBytesOf(String prefix) throws IOException {
        return jmx.diagnose("gcClassHistogram")
                .lines()
                .map(line -> line.strip().split(" +", -1))
                .filter(fields -> fields.length >= CLASS_COLUMN + 1 && fields[CLASS_COLUMN].startsWith(prefix))
                .mapToLong(fields -> Long.parseLong(fields[CLASS_COLUMN - 1]))
                .sum();
    }

    /** Version, and the flags that differ from the defaults, whoever set them. */
    public List<String> selfDescription() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(jmx.attribute("java.lang:type=Runtime", "VmName") + " "
                + jmx.attribute("java.lang:type=Runtime", "VmVersion"));
        lines.add(jmx.diagnose("vmFlags").strip());
        return List.copyOf(lines);
    }

    Jmx jmx() {
        return jmx;
    }

    @Override
    public void close() {
        jmx.close();
    }
}
