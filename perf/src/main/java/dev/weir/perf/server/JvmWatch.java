package dev.weir.perf.server;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Measures a server's JVM through its JMX agent, which this class starts. JMX uses CPU time of the server. So a trial
 * does not use JMX during a measurement. Just before and after a measurement, a trial uses JMX only to read the
 * allocated bytes. An own Java agent would use less CPU time, but would change the class path of the server.
 */
public final class JvmWatch implements AutoCloseable {
    static {
        // Keeps RMI from collecting this JVM's garbage each hour, possibly in the middle of a trial.
        System.setProperty(
                "sun.rmi.dgc.client.gcInterval",
                Long.toString(Duration.ofDays(365).toMillis()));
    }

    private static final int CLASS_COLUMN = 3; // in jcmd's class histogram, after num, #instances and #bytes
    private static final int MOST_COLLECTIONS = 10;
    private static final double STABLE = 0.001;

    private final long pid;
    private final Usage.VmThreads vmThreads;
    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    private final ThreadMXBean threads;
    private final MemoryMXBean heap;

    private JvmWatch(long pid, JMXConnector connector) throws IOException {
        this.pid = pid;
        this.connector = connector;
        vmThreads = new Usage.VmThreads(Proc.tasks(pid));
        beans = connector.getMBeanServerConnection();
        threads = ManagementFactory.getPlatformMXBean(beans, ThreadMXBean.class);
        heap = ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class);
    }

    /** Connects to a JVM. Connect before the warm-up, because the connection makes the JVM load more classes. */
    @SuppressWarnings("BanJNDI") // The agent's address is trusted, because this process started the JVM.
    public static JvmWatch attach(long pid) throws IOException {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                JMXServiceURL agent = new JMXServiceURL(jvm.startLocalManagementAgent());
                return new JvmWatch(pid, JMXConnectorFactory.connect(agent));
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("process " + pid + " does not start its management agent", e);
        }
    }

    Usage usage() throws IOException {
        return usage(OptionalLong.of(threads.getTotalThreadAllocatedBytes()));
    }

    Usage kernelUsage() throws IOException {
        return usage(OptionalLong.empty());
    }

    private Usage usage(OptionalLong allocatedBytes) throws IOException {
        Proc.Stat stat = Proc.Stat.of(pid);
        Usage.VmThreads.Seconds vm = vmThreads.read(stat.threads());
        double cpuSeconds = Proc.cpuSeconds(pid);
        return new Usage(
                System.nanoTime(), cpuSeconds, vm.gc(), vm.jit(), allocatedBytes, stat.threads(), stat.rssBytes());
    }

    public Memory memory() throws IOException {
        long liveHeapBytes = liveHeapBytes();
        Memory.HeapRange heapRange = Memory.HeapRange.of(diagnose("gcHeapInfo"));
        return new Memory(
                OptionalLong.of(liveHeapBytes),
                heapRange.residentOutside(Files.readAllLines(Proc.of(pid, "smaps"))),
                Proc.Stat.of(pid).rssBytes(),
                Memory.KernelMemory.bytes());
    }

    void collect() {
        heap.gc();
    }

    /** Collects garbage until the used heap is stable, but at most ten times. Returns the bytes of live objects. */
    private long liveHeapBytes() {
        long before = Long.MAX_VALUE;
        for (int collections = 1; ; collections++) {
            heap.gc();
            long used = heap.getHeapMemoryUsage().getUsed();
            boolean stable = collections >= 3 && before - used <= STABLE * before;
            if (stable || collections == MOST_COLLECTIONS) {
                return used;
            }
            before = used;
        }
    }

    /** Returns the bytes of live objects whose class names start with {@code prefix}. Causes a full collection. */
    public long liveBytesOf(String prefix) throws IOException {
        return diagnose("gcClassHistogram")
                .lines()
                .map(line -> line.strip().split(" +", -1))
                .filter(fields -> fields.length >= CLASS_COLUMN + 1 && fields[CLASS_COLUMN].startsWith(prefix))
                .mapToLong(fields -> Long.parseLong(fields[CLASS_COLUMN - 1]))
                .sum();
    }

    public List<String> selfDescription() throws IOException {
        RuntimeMXBean runtime = ManagementFactory.getPlatformMXBean(beans, RuntimeMXBean.class);
        return List.of(
                runtime.getVmName() + " " + runtime.getVmVersion(),
                diagnose("vmFlags").strip());
    }

    private String diagnose(String command, String... arguments) throws IOException {
        try {
            ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
            String[] signature = {String[].class.getName()};
            return String.valueOf(beans.invoke(commands, command, new Object[] {arguments}, signature));
        } catch (JMException e) {
            throw new IOException("the JVM cannot run " + command, e);
        }
    }

    ServerLimits limits(int port) throws IOException {
        Map<String, String> values = new TreeMap<>();
        int processors = ManagementFactory.getPlatformMXBean(beans, OperatingSystemMXBean.class)
                .getAvailableProcessors();
        values.put(ServerLimits.PROCESSORS, Integer.toString(processors));
        try {
            ObjectName tomcat = new ObjectName("Tomcat*:type=ProtocolHandler,port=" + port + ",*");
            for (ObjectName handler : beans.queryNames(tomcat, null)) {
                beans.getAttributes(handler, ServerLimits.OF_TOMCAT)
                        .asList()
                        .forEach(found -> values.put(found.getName(), String.valueOf(found.getValue())));
            }
        } catch (JMException e) {
            throw new IOException("Tomcat does not tell its limits", e);
        }
        Path tasks = Proc.tasks(pid);
        List<String> names = Proc.names(tasks).stream()
                .map(id -> Proc.task(tasks, id, "comm").strip())
                .toList();
        values.put(ServerLimits.TRANSPORT, ServerLimits.transport(names));
        return new ServerLimits(values);
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException _) {
            // The other JVM has ended already.
        }
    }
}
