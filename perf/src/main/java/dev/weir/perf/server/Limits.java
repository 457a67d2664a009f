package dev.weir.perf.server;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;

/**
 * What decides how many may wait, as a running server has it: an unequal limit would look like a property of a model.
 *
 * <p>Of Tomcat its protocol handler tells; Reactor Netty has no such limits. The transport is told by the names of the
 * threads that use it, which no option can fake.
 */
public record Limits(Map<String, String> values) {
    public static final String TRANSPORT = "transport";
    public static final String EVENT_LOOPS = "event loops";
    public static final String PROCESSORS = "processors";
    /** Of Tomcat's pool; -1 where it has none. */
    public static final String THREADS = "maxThreads";

    public static final String CONNECTIONS = "maxConnections";
    /** On one connection; -1 for no limit. */
    public static final String KEEP_ALIVE = "maxKeepAliveRequests";

    private static final List<String> OF_TOMCAT = List.of(
            THREADS, "minSpareThreads", CONNECTIONS, "acceptCount", KEEP_ALIVE, "keepAliveTimeout", "tcpNoDelay");
    private static final String EPOLL_LOOP = "weir-loop-epoll";

    public Limits {
        values = Map.copyOf(values);
    }

    static Limits of(Jmx jmx, Tasks tasks, int port) throws IOException {
        Map<String, String> values = new TreeMap<>();
        values.put(PROCESSORS, Long.toString(jmx.number("java.lang:type=OperatingSystem", "AvailableProcessors")));
        for (ObjectName handler : jmx.find("Tomcat*:type=ProtocolHandler,port=" + port + ",*")) {
            for (String name : OF_TOMCAT) {
                values.put(name, String.valueOf(jmx.attribute(handler.getCanonicalName(), name)));
            }
        }
        List<String> threads =
                tasks.ids().stream().map(id -> tasks.read(id, "comm").strip()).toList();
        values.put(TRANSPORT, transport(threads));
        values.put(
                EVENT_LOOPS,
                Long.toString(threads.stream().filter(EPOLL_LOOP::equals).count()));
        return new Limits(values);
    }

    static String transport(List<String> threads) {
        if (threads.contains(EPOLL_LOOP)) {
            return "epoll";
        }
        return threads.stream().anyMatch(name -> name.startsWith("http-nio-")) ? "nio" : "unknown";
    }

    /**
     * To be called for each contender before it is timed.
     *
     * @param wanted values by the names above; others are not looked at
     * @throws IllegalStateException that names each value that differs
     */
    public void assertEqualised(Map<String, String> wanted) {
        List<String> wrong = new TreeMap<>(wanted)
                .entrySet().stream()
                        .filter(entry -> !entry.getValue().equals(values.get(entry.getKey())))
                        .map(entry -> "%s should be %s and is %s"
                                .formatted(entry.getKey(), entry.getValue(), values.get(entry.getKey())))
                        .toList();
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(String.join("; ", wrong));
        }
    }
}
