package dev.weir.perf.result;

import dev.weir.perf.server.Host;
import io.netty.util.Version;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where and when a run began.
 *
 * @param commit the checked-out one, with a mark when files differ from it
 * @param pinned whether server and generator were put on their cores
 * @param java which the generator runs on, and with which options
 * @param generator its transport and the version of it
 * @param jars that were measured: the start of each one's SHA-256, by name
 * @param host kernel, processors, limits, by name
 */
public record Environment(
        Instant date,
        String commit,
        String java,
        String generator,
        boolean pinned,
        String loadAverage,
        Map<String, String> jars,
        Map<String, String> host) {

    public static Environment capture(boolean pinned, Map<String, String> jars) {
        return new Environment(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                checkedOut(),
                System.getProperty("java.vm.name") + " " + Runtime.version() + " "
                        + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
                "Netty " + nettyVersion() + ", native epoll, one loop",
                pinned,
                Host.loadAverage(),
                jars,
                Host.describe());
    }

    /** Whether a run that began there may go on here. */
    boolean isSameAs(Environment began) {
        return jars.equals(began.jars)
                && java.equals(began.java)
                && Stream.of("kernel", "cpu", "memory")
                        .allMatch(fact -> Objects.equals(host.get(fact), began.host.get(fact)));
    }

    private static String checkedOut() {
        String commit = Host.output("git", "rev-parse", "HEAD");
        if (!commit.matches("[0-9a-f]{40}")) {
            return "unknown";
        }
        return Host.output("git", "status", "--porcelain").isEmpty() ? commit : commit + " and changes";
    }

    /** Of any of Netty's jars: in the one that holds them all only one kept its name. */
    private static String nettyVersion() {
        return Version.identify().values().stream()
                .findFirst()
                .map(Version::artifactVersion)
                .orElse("of unknown version");
    }
}
