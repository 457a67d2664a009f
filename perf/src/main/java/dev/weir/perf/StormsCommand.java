package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Cores;
import dev.weir.perf.site.Storm.Setting;
import dev.weir.perf.storm.Storms;
import java.io.IOException;
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
final class StormsCommand extends FolderOptions implements Callable<Integer> {
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
    private final Setting.Sizes sizes = new Setting.Sizes();

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean pinned = Cores.APART.pinGenerator();
        Storms storms = new Storms(parts, contenders, jars, out, sizes);
        return storms.run(pinned) ? 0 : Perf.REFUTED;
    }
}
