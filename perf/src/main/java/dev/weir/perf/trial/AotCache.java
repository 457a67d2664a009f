package dev.weir.perf.trial;

import dev.weir.perf.server.Host;
import dev.weir.perf.server.Proc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The AOT cache of a server that is started from the file {@code jar}. {@code ./weir reactive} and
 * {@code ./weir servlet} make a cache for the server that they start. A release contains its caches.
 */
public record AotCache(Path jar) {
    private static final String JAR = "\\.jar$";

    /** Returns the cache that belongs to the jar {@code built}. The file of the cache may be missing. */
    public static AotCache of(Path built) {
        AotCache released = new AotCache(built);
        return released.exists()
                ? released
                : new AotCache(built.resolveSibling("aot").resolve(built.getFileName()));
    }

    public boolean exists() {
        return Files.isReadable(file());
    }

    /** Returns whether the cache exists and was made from {@code built}. In a release, checks only that it exists. */
    public boolean fits(Path built) {
        boolean released = jar.equals(built);
        return exists() && (released || Proc.text(jar.resolveSibling("id")).startsWith(checksum(built) + " "));
    }

    /** Returns the CRC and the size of the file, as the command {@code cksum} prints them. */
    static String checksum(Path file) {
        return Host.output("cksum", file.toString()).replaceFirst("^(\\d+ \\d+).*", "$1");
    }

    private Path file() {
        return Path.of(jar.toString().replaceFirst(JAR, ".aot"));
    }

    /**
     * Returns the JVM options that use the cache, as {@code ./weir} sets them. {@code AOTMode=on} makes the start fail
     * if the cache is missing.
     */
    List<String> options() {
        return List.of(
                "-XX:AOTCache=" + file(),
                "-XX:AOTMode=on",
                "-XX:CompileThresholdScaling=5",
                "-XX:Tier2InvokeNotifyFreqLog=14",
                "-XX:Tier2BackedgeNotifyFreqLog=18");
    }
}
