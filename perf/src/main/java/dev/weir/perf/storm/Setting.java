package dev.weir.perf.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.trial.ServedFolder;
import java.nio.file.Path;

/**
 * Who is measured, with what.
 *
 * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
 * @param out where servers' logs go
 * @param ownCore whether the generator has a core for itself
 */
record Setting(Contender contender, Path modules, ServedFolder folder, Path out, boolean ownCore, Sizes sizes) {
    /**
     * How many of each.
     *
     * @param downloads that wait for a change, or run while others ask
     * @param cancels downloads whose clients leave
     * @param addresses that ask once each
     */
    record Sizes(int downloads, int cancels, int addresses) {}
}
