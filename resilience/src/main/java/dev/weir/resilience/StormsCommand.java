package dev.weir.resilience;

import dev.weir.perf.FolderOptions;
import dev.weir.perf.Program;
import dev.weir.perf.contender.Contender;
import dev.weir.resilience.storm.Storm;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that tests servers under overload, faults and attacks. See {@link Storm}. */
@Command(name = "storms", description = "Exposes servers to overload, faults and attacks; checks their promises.")
final class StormsCommand extends FolderOptions implements Callable<Integer> {
    @Option(
            names = "--parts",
            split = ",",
            description = "any of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}",
            defaultValue = "change,cancel,beside,calls,addresses,push,return,stalled")
    private List<Storm.StormType> types = List.of();

    @Option(
            names = "--contenders",
            split = ",",
            paramLabel = "NAME",
            description = "default: ${DEFAULT-VALUE}",
            defaultValue = "reactive,async,virtual")
    private List<Contender> contenders = List.of();

    @Mixin
    private final Storm.Sizes sizes = new Storm.Sizes();

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireJars(contenders);
        return Storm.run(types, contenders, jars, out, sizes) ? 0 : Program.REFUTED;
    }
}
