package dev.weir.perf;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where results go, and where the servers' jars lie. */
class FolderOptions {
    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "folder of the report; a run of trials that was interrupted there goes on")
    Path out = Path.of("");

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "folder of the modules, with <module>/target/<module>.jar; default: where perf.jar lies")
    Path jars = modules();

    /**
     * Two folders above the jar that runs this, or here.
     *
     * <p>Run by {@code java -jar}, the class path is that jar and nothing else.
     */
    static Path modules() {
        Path here = Path.of("").toAbsolutePath();
        Path running = here.resolve(System.getProperty("java.class.path"));
        return running.endsWith(Path.of("perf", "target", "perf.jar"))
                ? running.resolve("../../..").normalize()
                : here;
    }
}
