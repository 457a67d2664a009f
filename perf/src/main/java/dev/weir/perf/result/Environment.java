package dev.weir.perf.result;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.weir.perf.server.Host;
import io.netty.util.Version;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The machine, commit, Java version and load average at a run's start. {@code jars} maps jar names to digests. */
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

    public static String digest(Path file) throws IOException {
        return MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString().substring(0, 16);
    }

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

    /** Returns the version of the first Netty artifact on the class path. */
    private static String nettyVersion() {
        return Version.identify().values().stream()
                .findFirst()
                .map(Version::artifactVersion)
                .orElse("(unknown version)");
    }
}
