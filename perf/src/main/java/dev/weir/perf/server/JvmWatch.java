package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Measures a server's JVM from another process.
 *
 * <p>The CPU time and the numbers of threads come from the kernel and cost the JVM nothing. The allocated bytes take
 * one remote call, which is made only at the start and the end of the measured window. All other readings must stay
 * outside of the window.
 */
public final class JvmWatch implements AutoCloseable {
    private static final String THREADING = "java.lang:type=Threading";
    private static final String HEAP = "java.lang:type=Memory";
    private static final String DIRECT = "java.nio:type=BufferPool,name=direct";
    /** The index of the class name in a line of jcmd's class histogram, after num, #instances and #bytes. */
    private static final int CLASS_COLUMN = 3;

    private static final int MOST_COLLECTIONS = 10;
    private static final double STABLE = 0.001;

    private final long pid;
    private final Usage.VmThreads vmThreads;
    private final Jmx jmx;

    private JvmWatch(long pid, Jmx jmx) {
        this.pid = pid;
        this.jmx = jmx;
        vmThreads = new Usage.VmThreads(Proc.tasks(pid));
    }

    /** Starts measuring a JVM. Must precede the warm-up, since it makes the JVM load classes and start threads. */
    public static JvmWatch attach(long pid) throws IOException {
        return new JvmWatch(pid, Jmx.attach(pid));
    }

    Usage usage() throws IOException {
        return usage(OptionalLong.of(jmx.number(THREADING, "TotalThreadAllocatedBytes")));
    }

    Usage kernelUsage() throws IOException {
        return usage(OptionalLong.empty());
    }

    private Usage usage(OptionalLong allocatedBytes) throws IOException {
        Proc.Stat stat = Proc.Stat.of(pid);
        Usage.VmThreads.Seconds vm = vmThreads.read(stat.threads());
        return new Usage(
                System.nanoTime(),
                Proc.cpuSeconds(pid),
                vm.gc(),
                vm.jit(),
                allocatedBytes,
                stat.threads(),
                stat.rssBytes());
    }

    public Memory memory() throws IOException {
        long liveHeapBytes = liveHeapBytes();
        Memory.NativeMemory outside = Memory.NativeMemory.of(jmx);
        return new Memory(
                OptionalLong.of(liveHeapBytes),
                OptionalLong.of(jmx.number(DIRECT, "MemoryUsed")),
                outside,
                Proc.Stat.of(pid).rssBytes(),
                Memory.KernelMemory.now());
    }

    void collect() throws IOException {
        jmx.run(HEAP, "gc");
    }

    /** Returns the bytes of live objects after repeated collections, since the first may only enqueue references. */
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

    /**
     * Returns the live bytes of all classes with this name prefix. Makes the JVM collect garbage and visit its heap.
     */
    public long liveBytesOf(String prefix) throws IOException {
        return jmx.diagnose("gcClassHistogram")
                .lines()
                .map(line -> line.strip().split(" +", -1))
                .filter(fields -> fields.length >= CLASS_COLUMN + 1 && fields[CLASS_COLUMN].startsWith(prefix))
                .mapToLong(fields -> Long.parseLong(fields[CLASS_COLUMN - 1]))
                .sum();
    }

    public List<String> selfDescription() throws IOException {
        String runtime = "java.lang:type=Runtime";
        String version = jmx.attribute(runtime, "VmName") + " " + jmx.attribute(runtime, "VmVersion");
        return List.of(version, jmx.diagnose("vmFlags").strip());
    }

    ServerLimits limits(int port) throws IOException {
        return ServerLimits.of(jmx, Proc.tasks(pid), port);
    }

    @Override
    public void close() {
        jmx.close();
    }

    /**
     * The limits of a running server that decide how many clients can wait. They must be equal for all contenders.
     * Otherwise a limit would look like a property of a threading model.
     *
     * <p>Tomcat's protocol handler reports its limits. Reactor Netty has none. The names of the running threads show
     * which network transport is used.
     */
    public record ServerLimits(Map<String, String> values) {
        public static final String TRANSPORT = "transport";
        public static final String PROCESSORS = "processors";
        /** The size of Tomcat's thread pool; -1 if it has none. */
        public static final String THREADS = "maxThreads";

        public static final String CONNECTIONS = "maxConnections";
        /** The number of requests that a client may send over one connection; -1 for no limit. */
        public static final String KEEP_ALIVE = "maxKeepAliveRequests";

        private static final List<String> TOMCAT = List.of(
                THREADS, "minSpareThreads", CONNECTIONS, "acceptCount", KEEP_ALIVE, "keepAliveTimeout", "tcpNoDelay");
        private static final String EPOLL_LOOP = "weir-loop-epoll";

        public ServerLimits {
            values = Map.copyOf(values);
        }

        private static ServerLimits of(Jmx jmx, Path tasks, int port) throws IOException {
            Map<String, String> values = new TreeMap<>();
            values.put(PROCESSORS, Long.toString(jmx.number("java.lang:type=OperatingSystem", "AvailableProcessors")));
            for (ObjectName handler : jmx.find("Tomcat*:type=ProtocolHandler,port=" + port + ",*")) {
                for (String name : TOMCAT) {
                    values.put(name, String.valueOf(jmx.attribute(handler.getCanonicalName(), name)));
                }
            }
            List<String> threads = Proc.names(tasks).stream()
                    .map(id -> Proc.task(tasks, id, "comm").strip())
                    .toList();
            values.put(TRANSPORT, transport(threads));
            return new ServerLimits(values);
        }

        static String transport(List<String> threads) {
            if (threads.contains(EPOLL_LOOP)) {
                return "epoll";
            }
            return threads.stream().anyMatch(name -> name.startsWith("http-nio-")) ? "nio" : "unknown";
        }

        public void assertEqualised(Map<String, String> wanted) {
            List<String> wrong = wanted.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .filter(entry -> !entry.getValue().equals(values.get(entry.getKey())))
                    .map(entry -> "%s should be %s and is %s"
                            .formatted(entry.getKey(), entry.getValue(), values.get(entry.getKey())))
                    .toList();
            if (!wrong.isEmpty()) {
                throw new IllegalStateException(String.join("; ", wrong));
            }
        }
    }
}
