package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Cores;
import dev.weir.perf.stage.Storm.Setting;
import dev.weir.perf.storm.Storms;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs storms and checks the contract under them. */
@Command(
        name = "storms",
        description = "Runs overload, faults and attacks, and checks the contract.",
        mixinStandardHelpOptions = true)
final class StormsCommand extends FolderOptions implements Callable<Integer> {
    @Option(
            names = "--parts",
            split = ",",
            description = "any of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}",
            defaultValue = "change,cancel,beside,calls,addresses,push,return,stalled")
    private List<Storms.StormType> types = List.of();

    @Option(
            names = "--contenders",
            split = ",",
            description = "default: ${DEFAULT-VALUE}",
            defaultValue = "reactive,async,virtual")
    private List<Contender> contenders = List.of();

    @Mixin
    private final Setting.Sizes sizes = new Setting.Sizes();

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean pinned = Cores.APART.pinGenerator();
        Storms storms = new Storms(types, contenders, jars, out, sizes);
        return storms.run(pinned) ? 0 : Perf.REFUTED;
    }
}
