package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.JoinedServer.Setting;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerLimits;
import dev.weir.perf.server.ServerProcess;
import dev.weir.throttle.Chunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The server configuration for a scenario, the same for all compared servers. Rates are in bytes per second; 0 means no
 * limit.
 *
 * @param rateBytes the rate limit of each client; {@code globalBytes} limits all clients together
 * @param chunkTime a download may send at once what its rate allows in this time, or more if many clients wait
 * @param threads the size of Tomcat's or Jetty's thread pool; ignored by servers with a thread for each connection
 * @param keepAlive the most requests over one connection; -1 means no limit
 * @param keys the keys of the SOAP service; null if the scenario makes no calls
 * @param jvmOptions additional JVM options, which override those of {@link Cores#USUAL}
 */
public record ServerPlan(
        long rateBytes,
        long globalBytes,
        Duration chunkTime,
        int threads,
        int connections,
        Cores cores,
        int keepAlive,
        @Nullable SoapKeys keys,
        List<String> jvmOptions) {
    private static final int MOST_CONNECTIONS = 19_900; // the limit on open files is 20,000 for each process
    /** The default of the server's setting {@code weir.throttle.max-chunk-time}. */
    private static final Duration LONGEST_CHUNK_TIME = Duration.ofSeconds(1);

    public static final int POOL = 200;

    public ServerPlan(long rateBytes, long globalBytes, Duration chunkTime, int threads, int connections, Cores cores) {
        this(rateBytes, globalBytes, chunkTime, threads, connections, cores, -1, null, List.of());
    }

    public static ServerPlan unlimited(int connections) {
        return unlimited(connections, Cores.APART);
    }

    public static ServerPlan unlimited(int connections, Cores cores) {
        return new ServerPlan(0, 0, Duration.ofMillis(100), POOL, connections, cores);
    }

    public ServerPlan withCalls() {
        return with(SoapKeys.ofThisRun());
    }

    ServerPlan atRate(long bytes) {
        return new ServerPlan(bytes, globalBytes, chunkTime, threads, connections, cores, keepAlive, keys, jvmOptions);
    }

    public ServerPlan closingAfter(int requests) {
        return new ServerPlan(
                rateBytes, globalBytes, chunkTime, threads, connections, cores, requests, keys, jvmOptions);
    }

    ServerPlan with(@Nullable SoapKeys ofService, String... options) {
        return new ServerPlan(
                rateBytes,
                globalBytes,
                chunkTime,
                threads,
                connections,
                cores,
                keepAlive,
                ofService,
                Stream.concat(jvmOptions.stream(), Stream.of(options)).toList());
    }

    public ServerPlan with(String... options) {
        return with(keys, options);
    }

    /** Returns the most bytes that a download may send at once while this many clients have one download each. */
    public long chunkBytes(int clients) {
        Chunk.Time time = new Chunk.Time(chunkTime, LONGEST_CHUNK_TIME);
        return time.bytes(rateBytes, Chunk.bytes(rateBytes, chunkTime), time.of(clients, 1));
    }

    public ServerProcess start(Contender contender, Path jar, ServedFolder folder, Path log) throws IOException {
        if (!Files.isReadable(jar)) {
            throw new IOException("no server at " + jar + ": build the project first, or name its folder with --jars");
        }
        List<String> command = new ArrayList<>(jvm());
        command.addAll(contender.program(jar));
        command.add("--weir.files.root=" + folder.root());
        command.addAll(arguments(contender));
        return ServerProcess.start(cores, command, log);
    }

    /** Returns the value of each {@link Setting} except the port, for a server of another project. */
    Map<Setting, String> settings(ServedFolder folder) {
        return Map.of(
                Setting.FOLDER, folder.root().toString(),
                Setting.RATE, Long.toString(rateBytes),
                Setting.GLOBAL_RATE, Long.toString(globalBytes),
                Setting.CHUNK_MILLIS, Long.toString(chunkTime.toMillis()),
                Setting.CONNECTIONS, Integer.toString(connections),
                Setting.PROCESSORS, Integer.toString(cores.processors()),
                Setting.KEY, EventLoad.TOKEN);
    }

    List<String> jvm() {
        List<String> options = new ArrayList<>(Cores.USUAL);
        options.add("-Djava.io.tmpdir=" + Cleanup.folder());
        options.add("-Dweir.connections.max=" + MOST_CONNECTIONS); // for reactive; Tomcat has a setting of its own
        options.add("-Dweir.connections.max-per-address=" + MOST_CONNECTIONS);
        options.addAll(jvmOptions);
        return cores.jvm(options);
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
                "--weir.events.publisher-token=" + EventLoad.TOKEN));
        if (keys != null) {
            arguments.addAll(keys.arguments());
        }
        arguments.addAll(contender.arguments(contender.threads(threads, connections)));
        if (contender.isTomcat()) {
            arguments.addAll(List.of(
                    "--server.tomcat.mbeanregistry.enabled=true", // JvmWatch reads the limits of Tomcat
                    "--server.tomcat.max-connections=" + MOST_CONNECTIONS,
                    "--server.tomcat.max-keep-alive-requests=" + keepAlive,
                    "--server.tomcat.keep-alive-timeout=10m"));
        } else if (keepAlive > 0) {
            arguments.add("--server.netty.max-keep-alive-requests=" + keepAlive);
        }
        return arguments;
    }

    /** Returns the limits that a server must report before it is measured (see {@link ServerLimits}). */
    Map<String, String> limits(Contender contender) {
        Map<String, String> limits = new HashMap<>();
        limits.put(ServerLimits.PROCESSORS, Integer.toString(cores.processors()));
        if (contender.isJetty()) {
            return limits; // Jetty reports no other limit
        }
        limits.put(ServerLimits.TRANSPORT, contender.isTomcat() ? "nio" : "epoll");
        if (contender.isTomcat()) {
            limits.put(ServerLimits.CONNECTIONS, Integer.toString(MOST_CONNECTIONS));
            limits.put(ServerLimits.KEEP_ALIVE, Integer.toString(keepAlive));
        }
        if (contender.holdsThread()) {
            limits.put(ServerLimits.THREADS, Integer.toString(contender.threads(threads, connections)));
        }
        return limits;
    }
}
