package dev.weir.perf.server;

import java.util.List;
import java.util.Map;

/** The limits of a running server, by key. They must be equal for all compared servers. */
public record ServerLimits(Map<String, String> values) {
    /** The key of the network transport. The value is epoll, nio or unknown, judged by the names of the threads. */
    public static final String TRANSPORT = "transport";

    public static final String PROCESSORS = "processors";
    public static final String THREADS = "maxThreads"; // -1 if Tomcat has no pool
    public static final String CONNECTIONS = "maxConnections";
    /** The key of the limit on requests over one connection. The value -1 means no limit. */
    public static final String KEEP_ALIVE = "maxKeepAliveRequests";

    static final String[] OF_TOMCAT = {THREADS, CONNECTIONS, KEEP_ALIVE};

    static String transport(List<String> threads) {
        if (threads.contains("weir-loop-epoll")) {
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
