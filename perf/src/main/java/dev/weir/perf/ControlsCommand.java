package dev.weir.perf;

import dev.weir.perf.FolderOptions.RunOptions;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.scenario.PlainGets;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tests the measurement itself: it must find each known fault, and no difference between equal servers. */
@Command(
        name = "controls",
        description = "Measures equal servers and planted faults; checks that it finds only the faults.")
final class ControlsCommand implements Callable<Integer> {
    private static final List<String> PLANTED = List.of("+10%cpu", "+5%alloc");

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(names = "--blocks", description = "trials per server; default: ${DEFAULT-VALUE}", defaultValue = "10")
    private int blocks;

    /** The server to which known faults are added. The default is {@code reactive}, because its results vary least. */
    @Option(names = "--contender", description = "default: ${DEFAULT-VALUE}", defaultValue = "reactive")
    private Contender contender = Contender.REACTIVE;

    @Option(names = "--pairs", description = "equal server pairs; default: ${DEFAULT-VALUE}", defaultValue = "4")
    private int pairs;

    /** At the default, {@code reactive} uses about a third of its core. At 1,000, the noise of its CPU is too large. */
    @Option(names = "--requests", description = "GETs per second; default: ${DEFAULT-VALUE}", defaultValue = "10000")
    private int requests;

    @Override
    public Integer call() throws IOException, InterruptedException {
        options.requireJars(List.of(contender));
        String label = contender.label();
        List<Entrant> entrants = Stream.concat(
                        IntStream.rangeClosed(1, 2 * pairs).mapToObj(i -> i == 1 ? label : label + "#" + i),
                        PLANTED.stream().map(twist -> label + twist))
                .map(Entrant::of)
                .toList();
        Experiment experiment = new Experiment(
                "Controls: equal servers and planted faults",
                options.command(),
                blocks,
                entrants,
                entrants.getFirst(),
                Cores.APART,
                List.of(),
                List.of(),
                seed -> List.of(new PlainGets(requests, 11, 12, seed)),
                Experiment.plantedIn(contender));
        return Campaign.exitCode(options, experiment);
    }
}
