package dev.weir.perf.site;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.trial.ServedFolder;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * Which storm runs on which contender, with what.
 *
 * @param part the storm's name
 * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
 * @param out where servers' logs go
 * @param ownCore whether the generator has a core for itself
 */
public record Setting(
        String part, Contender contender, Path modules, ServedFolder folder, Path out, boolean ownCore, Sizes sizes) {
    /** How many clients, requests or seconds each storm takes, as the command line has it. Written by picocli, then only read. */
    public static final class Sizes {
        @Option(
                names = "--downloads",
                description = "of change, beside and leaving; default: ${DEFAULT-VALUE}",
                defaultValue = "5000")
        public int downloads;

        @Option(names = "--cancels", description = "of cancel; default: ${DEFAULT-VALUE}", defaultValue = "10000")
        public int cancels;

        @Option(
                names = "--addresses",
                description = "of addresses; default: ${DEFAULT-VALUE}",
                defaultValue = "1000000")
        public int addresses;

        @Option(names = "--subscribers", description = "of push; default: ${DEFAULT-VALUE}", defaultValue = "19000")
        public int subscribers;

        @Option(
                names = "--seconds",
                description = "of push and replace; default: ${DEFAULT-VALUE}",
                defaultValue = "60")
        public int seconds;

        @Option(
                names = "--returning",
                description = "of return, and a fourth of them of stalled; default: ${DEFAULT-VALUE}",
                defaultValue = "10000")
        public int returning;

        @Option(names = "--streams", description = "of streams; default: ${DEFAULT-VALUE}", defaultValue = "100000")
        public int streams;

        @Option(
                names = "--sockets",
                description = "of those who attack; default: ${DEFAULT-VALUE}",
                defaultValue = "5000")
        public int sockets;

        @Option(
                names = "--messages",
                description = "of sequential, and of names; default: ${DEFAULT-VALUE}",
                defaultValue = "2500")
        public int messages;

        @Option(names = "--minutes", description = "of everything; default: ${DEFAULT-VALUE}", defaultValue = "60")
        public int minutes;
    }
}
