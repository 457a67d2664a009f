package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.result.Controls;
import dev.weir.perf.result.Results;
import dev.weir.perf.scenario.OpenGets;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Asks the instrument what is known: the same server twice, and servers with a planted fault, among each other in random
 * order.
 */
@Command(
        name = "controls",
        description = "A/A, +10 % CPU, +5 % allocation, +5 ms: is found what was planted, and nothing else?",
        mixinStandardHelpOptions = true)
final class ControlsCommand implements Callable<Integer> {
    private static final int CYCLES = 12;
    private static final int SECONDS = 11;
    private static final List<String> PLANTED = List.of("+10%cpu", "+5%alloc", "+0ms", "+5ms");

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--blocks", description = "trials of each; default: ${DEFAULT-VALUE}", defaultValue = "10")
    private int blocks;

    /** Of all, the one that HotSpot compiles most alike from process to process: the instrument is asked, not the compiler. */
    @Option(names = "--contender", description = "default: ${DEFAULT-VALUE}", defaultValue = "reactive")
    private String contender = "";

    @Option(names = "--pairs", description = "of A/A; default: ${DEFAULT-VALUE}", defaultValue = "4")
    private int pairs;

    @Option(names = "--requests", description = "a second; default: ${DEFAULT-VALUE}", defaultValue = "1000")
    private int requests;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String label = Contender.of(contender).label();
        List<Entrant> entrants = Stream.concat(
                        IntStream.rangeClosed(1, 2 * pairs).mapToObj(i -> i == 1 ? label : label + "#" + i),
                        PLANTED.stream().map(twist -> label + twist))
                .map(Entrant::of)
                .toList();
        Runner.Plans plans = new Runner.Plans(
                "Controls: does the instrument find what was planted, and nothing else?",
                "./weir controls --contender %s --blocks %d --pairs %d --requests %d"
                        .formatted(contender, blocks, pairs, requests),
                blocks,
                entrants,
                entrants.getFirst(),
                Cores.APART,
                List.of(),
                seed -> List.of(new OpenGets(requests, SECONDS, CYCLES, seed)));
        Results results = new Runner(common, plans).run();
        List<Controls.Control> controls = results.controls();
        controls.forEach(control -> System.out.println(control.text()));
        boolean found = controls.stream().allMatch(Controls.Control::met);
        return found ? results.allValid() ? 0 : Perf.INVALID : Perf.REFUTED;
    }
}
