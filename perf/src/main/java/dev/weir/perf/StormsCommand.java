package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Cores;
import dev.weir.perf.site.Sizes;
import dev.weir.perf.storm.Storms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has thousands wait, leave or come at once, and lays what is seen beside what the contract says. */
@Command(
        name = "storms",
        description = "Thousands of clients that wait, leave or come at once: is the contract kept?",
        mixinStandardHelpOptions = true)
final class StormsCommand implements Callable<Integer> {
    @Option(names = "--out", required = true, paramLabel = "DIR", description = "folder of the report")
    private Path out = Path.of("");

    @Option(
            names = "--parts",
            split = ",",
            description = "of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}",
            defaultValue = "change,cancel,beside,calls,addresses,push,return,stalled")
    private List<Storms.Part> parts = List.of();

    @Option(
            names = "--contenders",
            split = ",",
            description = "default: ${DEFAULT-VALUE}",
            defaultValue = "reactive,async,virtual")
    private List<Contender> contenders = List.of();

    @Mixin
    private final Sizes sizes = new Sizes();

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "folder of the modules, with <module>/target/<module>.jar; default: where perf.jar lies")
    private Path jars = ModulesFolder.find();

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean pinned = Cores.APART.pinGenerator();
        Storms storms = new Storms(parts, contenders, jars, out, sizes);
        return storms.run(pinned) ? 0 : Perf.REFUTED;
    }
}
