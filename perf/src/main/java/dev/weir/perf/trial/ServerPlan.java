package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.JvmWatch.ServerLimits;
import dev.weir.perf.server.ServerProcess;
import dev.weir.throttle.Chunk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a scenario wants its server, in terms that every contender can be told.
 *
 * @param rateBytes of each client, a second; 0 for no limit
 * @param globalBytes of all together, a second; 0 for no limit
 * @param chunkTime what one grant is worth; nginx has none and writes as its own timer says
 * @param threads of Tomcat's pool, for whoever does not bring its own number
 * @param connections that must be possible at once
 * @param cores on which cores
 * @param trackMemory has the JVM count its native memory, which costs it a little: for trials of memory only
 * @param perAddress connections that one client address may have at once
 * @param keys of the SOAP service where it is called, or null
 */
public record ServerPlan(
        long rateBytes,
        long globalBytes,
        Duration chunkTime,
        int threads,
        int connections,
        Cores cores,
        boolean trackMemory,
        int perAddress,
        @Nullable SoapKeys keys) {
    /** What this machine's limit of open files leaves. */
    private static final int MOST_CONNECTIONS = 19_900;

    /** Threads of Tomcat's pool, where a scenario has no reason for another number: as Tomcat has by default. */
    public static final int POOL = 200;

    /** Of a server alone on its core that nothing is to slow down. */
    public static ServerPlan unlimited(int connections) {
        return new ServerPlan(0, 0, Duration.ofMillis(100), POOL, connections, Cores.APART, false);
    }

    /** Of a server that is not called by SOAP. */
    public ServerPlan(
            long rateBytes,
            long globalBytes,
            Duration chunkTime,
            int threads,
            int connections,
            Cores cores,
            boolean trackMemory) {
        this(rateBytes, globalBytes, chunkTime, threads, connections, cores, trackMemory, MOST_CONNECTIONS, null);
    }

    /** Of one that is. */
    public ServerPlan withCalls(SoapKeys ofService) {
        return new ServerPlan(
                rateBytes, globalBytes, chunkTime, threads, connections, cores, trackMemory, perAddress, ofService);
    }

    /** The same plan with another limit of connections for each client address. */
    public ServerPlan withPerAddress(int most) {
        return new ServerPlan(rateBytes, globalBytes, chunkTime, threads, connections, cores, trackMemory, most, keys);
    }

    /** What one grant allows at most. */
    public long chunkBytes() {
        return Chunk.bytes(rateBytes, chunkTime);
    }

    /** Starts a server of Weir's as this says, not ready yet. */
    public ServerProcess start(Contender contender, Path jar, ServedFolder folder, Path log, String... jvmOptions)
            throws IOException {
        Cores.JvmOptions jvm = Cores.JvmOptions.standard(cores);
        if (trackMemory) {
            jvm = jvm.withNativeMemoryTracking();
        }
        for (String option : jvmOptions) {
            jvm = jvm.with(option);
        }
        List<String> arguments = new ArrayList<>(List.of("--weir.files.root=" + folder.root()));
        arguments.addAll(arguments(contender));
        return ServerProcess.start(jvm, jar, contender.program(jar), arguments, log);
    }

    /** Whether one client gets so many bytes in this time. */
    boolean brings(long bytes, Duration time) {
        return rateBytes == 0 || rateBytes * time.toSeconds() >= bytes;
    }

    /** What a server is told besides its addresses and its files. */
    List<String> arguments(Contender contender) {
        List<String> arguments = new ArrayList<>(List.of(
                "--weir.throttle.rate=" + globalBytes + "B",
                "--weir.throttle.chunk-time=" + chunkTime.toMillis() + "ms",
                "--weir.plans.default.rate=" + rateBytes + "B",
                "--weir.plans.default.max-downloads=" + connections,
                "--weir.plans.default.max-subscribers=" + connections,
                "--weir.plans.default.requests-per-second=1000000",
                "--weir.events.max-subscribers=" + connections,
                "--weir.connections.max-per-address=" + perAddress,
                "--weir.events.publisher-token=" + EventLoad.TOKEN));
        if (keys != null) {
            arguments.addAll(keys.arguments());
        }
        arguments.addAll(contender.arguments(contender.threads(threads, connections)));
        if (contender.isTomcat()) {
            arguments.addAll(List.of(
                    "--server.tomcat.max-connections=" + MOST_CONNECTIONS,
                    "--server.tomcat.max-keep-alive-requests=-1",
                    "--server.tomcat.keep-alive-timeout=10m"));
        }
        return arguments;
    }

    /** What the running server must say of itself before it is timed. */
    Map<String, String> limits(Contender contender) {
        Map<String, String> limits = new HashMap<>();
        limits.put(ServerLimits.PROCESSORS, Integer.toString(cores.processors()));
        limits.put(ServerLimits.TRANSPORT, contender.isTomcat() ? "nio" : "epoll");
        if (contender.isTomcat()) {
            limits.put(ServerLimits.CONNECTIONS, Integer.toString(MOST_CONNECTIONS));
            limits.put(ServerLimits.KEEP_ALIVE, "-1");
        }
        if (contender.holdsThread()) {
            limits.put(ServerLimits.THREADS, Integer.toString(contender.threads(threads, connections)));
        }
        return limits;
    }
}
