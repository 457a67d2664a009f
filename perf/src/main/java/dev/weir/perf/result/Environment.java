package dev.weir.perf.result;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.weir.perf.server.Host;
import io.netty.util.Version;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Machine and software at a run's start. {@code jars} maps jars to digests, and servers of the user to commands. */
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

    public static String digest(String text) {
        return Hashing.sha256()
                .hashString(text, StandardCharsets.UTF_8)
                .toString()
                .substring(0, 16);
    }

    boolean isSameAs(Environment began) {
        return jars.equals(began.jars) && differencesFrom(began).isEmpty();
    }

    /** Returns the differences from an earlier environment, such as another CPU. Ignores the measured jars. */
    List<String> differencesFrom(Environment earlier) {
        Map<String, String> then = earlier.facts();
        return facts().entrySet().stream()
                .filter(fact -> !fact.getValue().equals(then.get(fact.getKey())))
                .map(fact -> "%s: %s instead of %s".formatted(fact.getKey(), fact.getValue(), then.get(fact.getKey())))
                .toList();
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>(Map.of("java", java, "pinned", Boolean.toString(pinned)));
        List.of("kernel", "cpu", "memory").forEach(fact -> facts.put(fact, host.getOrDefault(fact, "unknown")));
        return facts;
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
