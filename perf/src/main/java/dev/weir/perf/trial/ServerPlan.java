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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the server that a scenario needs, independent of the contender. {@link #start} translates it
 * into the options of a contender.
 *
 * @param rateBytes the rate limit of each client in bytes per second; 0 for no limit
 * @param globalBytes the rate limit of the sum of all clients in bytes per second; 0 for no limit
 * @param chunkTime the size of a chunk, as the time that it takes at the rate limit; nginx has no such setting
 * @param threads the size of Tomcat's thread pool, unless the contender has a thread for each connection
 * @param connections the number of connections that must be possible simultaneously
 * @param trackMemory whether the JVM tracks its native memory, which makes allocations outside the heap more expensive
 * @param perAddress the number of connections that one client address may have simultaneously
 * @param keys the keys of the SOAP service; null if the scenario makes no calls
 * @param jvmOptions options that follow the usual ones; of two values for an option, the JVM uses the later one
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
        @Nullable SoapKeys keys,
        List<String> jvmOptions) {
    /** The maximum number of connections. The limit on open files is 20,000 for each process. */
    private static final int MOST_CONNECTIONS = 19_900;

    /** The usual number of threads in Tomcat's pool. */
    public static final int POOL = 200;

    public static ServerPlan unlimited(int connections) {
        return new ServerPlan(0, 0, Duration.ofMillis(100), POOL, connections, Cores.APART, false);
    }

    public ServerPlan(
            long rateBytes,
            long globalBytes,
            Duration chunkTime,
            int threads,
            int connections,
            Cores cores,
            boolean trackMemory) {
        this(
                rateBytes,
                globalBytes,
                chunkTime,
                threads,
                connections,
                cores,
                trackMemory,
                MOST_CONNECTIONS,
                null,
                List.of());
    }

    public ServerPlan withCalls() {
        return with(perAddress, SoapKeys.ofThisRun(), jvmOptions);
    }

    public ServerPlan withPerAddress(int most) {
        return with(most, keys, jvmOptions);
    }

    public ServerPlan with(String... options) {
        return with(
                perAddress,
                keys,
                Stream.concat(jvmOptions.stream(), Stream.of(options)).toList());
    }

    ServerPlan with(int most, @Nullable SoapKeys ofService, List<String> options) {
        return new ServerPlan(
                rateBytes, globalBytes, chunkTime, threads, connections, cores, trackMemory, most, ofService, options);
    }

    public long chunkBytes() {
        return Chunk.bytes(rateBytes, chunkTime);
    }

    public ServerProcess start(Contender contender, Path jar, ServedFolder folder, Path log) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--weir.files.root=" + folder.root()));
        arguments.addAll(arguments(contender));
        return ServerProcess.start(cores, jvm(), jar, contender.program(jar), arguments, log);
    }

    List<String> jvm() {
        List<String> options = new ArrayList<>(Cores.USUAL);
        if (trackMemory) {
            options.add("-XX:NativeMemoryTracking=summary");
        }
        options.addAll(jvmOptions);
        return cores.jvm(!trackMemory, options);
    }

    /** Returns whether a client can download so many bytes in this time at its rate limit. */
    boolean brings(long bytes, Duration time) {
        return rateBytes == 0 || rateBytes * time.toSeconds() >= bytes;
    }

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

    /** Returns the limits that a server must report before its measurement, so that all contenders have equal ones. */
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
