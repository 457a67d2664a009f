package dev.weir.perf.site;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.trial.ServedFolder;
import java.nio.file.Path;

/**
 * Which storm runs on which contender, with what.
 *
 * @param part the storm's name
 * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
 * @param out where servers' logs go
 * @param ownCore whether the generator has a core for itself
 */
public record Setting(
        String part, Contender contender, Path modules, ServedFolder folder, Path out, boolean ownCore, Sizes sizes) {}
