package dev.weir.perf.trial;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The AOT cache of a server. {@code ./weir reactive} and {@code ./weir servlet} make it beside the jar that they have
 * built. A release has it.
 *
 * @param jar the unpacked jar for which the cache was made
 */
public record AotCache(Path jar) {
    private static final String JAR = "\\.jar$";

    /** Returns the cache of this jar. It need not exist. */
    public static AotCache of(Path built) {
        AotCache released = new AotCache(built);
        return released.exists()
                ? released
                : new AotCache(built.resolveSibling("aot").resolve(built.getFileName()));
    }

    public boolean exists() {
        return Files.isReadable(file());
    }

    private Path file() {
        return Path.of(jar.toString().replaceFirst(JAR, ".aot"));
    }

    /** Returns the JVM's options. In the mode {@code on}, the JVM does not start without the cache. */
    List<String> options() {
        return List.of("-XX:AOTCache=" + file(), "-XX:AOTMode=on");
    }
}
