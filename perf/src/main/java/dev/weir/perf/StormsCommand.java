package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Cores;
import dev.weir.perf.site.Setting;
import dev.weir.perf.storm.Storms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

    @Option(
            names = "--downloads",
            description = "of change, beside and leaving; default: ${DEFAULT-VALUE}",
            defaultValue = "5000")
    private int downloads;

    @Option(names = "--cancels", description = "of cancel; default: ${DEFAULT-VALUE}", defaultValue = "10000")
    private int cancels;

    @Option(names = "--addresses", description = "of addresses; default: ${DEFAULT-VALUE}", defaultValue = "1000000")
    private int addresses;

    @Option(names = "--subscribers", description = "of push; default: ${DEFAULT-VALUE}", defaultValue = "19000")
    private int subscribers;

    @Option(names = "--seconds", description = "of push and replace; default: ${DEFAULT-VALUE}", defaultValue = "60")
    private int seconds;

    @Option(
            names = "--returning",
            description = "of return, and a fourth of them of stalled; default: ${DEFAULT-VALUE}",
            defaultValue = "10000")
    private int returning;

    @Option(names = "--streams", description = "of streams; default: ${DEFAULT-VALUE}", defaultValue = "100000")
    private int streams;

    @Option(names = "--sockets", description = "of those who attack; default: ${DEFAULT-VALUE}", defaultValue = "5000")
    private int sockets;

    @Option(
            names = "--messages",
            description = "of sequential, and of names; default: ${DEFAULT-VALUE}",
            defaultValue = "2500")
    private int messages;

    @Option(names = "--minutes", description = "of everything; default: ${DEFAULT-VALUE}", defaultValue = "60")
    private int minutes;

    @Option(
            names = "--jars",
            paramLabel = "DIR",
            description = "folder of the modules, with <module>/target/<module>.jar; default: where perf.jar lies")
    private Path jars = ModulesFolder.find();

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean pinned = Cores.APART.pinGenerator();
        Setting.Sizes sizes = new Setting.Sizes(
                downloads, cancels, addresses, subscribers, seconds, returning, streams, sockets, messages, minutes);
        Storms storms = new Storms(parts, contenders, jars, out, sizes);
        return storms.run(pinned) ? 0 : Perf.REFUTED;
    }
}
