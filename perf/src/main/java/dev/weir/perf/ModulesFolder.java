package dev.weir.perf;

import java.nio.file.Path;

/** Where the servers' jars lie. */
final class ModulesFolder {
    private ModulesFolder() {}

    /**
     * Two folders above the jar that runs this, or here.
     *
     * <p>Run by {@code java -jar}, the class path is that jar and nothing else.
     */
    static Path find() {
        Path here = Path.of("").toAbsolutePath();
        Path running = here.resolve(System.getProperty("java.class.path"));
        return running.endsWith(Path.of("perf", "target", "perf.jar"))
                ? running.resolve("../../..").normalize()
                : here;
    }
}
