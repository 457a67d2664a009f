package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.server.NginxOptions;
import dev.weir.perf.server.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What all trials of a run share: the served files, the servers' jars, and who is told how it goes.
 *
 * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
 * @param otherModules those of {@code @other}
 * @param jvmOptions of each server, beside the usual ones; of two for the same thing the last one counts
 * @param ownCore whether the generator has a core for itself
 * @param agent the jar with what plants a fault in a server
 */
public record Lab(
        ServedFolder folder,
        Path modules,
        Path otherModules,
        Path agent,
        List<String> jvmOptions,
        boolean ownCore,
        Progress progress) {
    Server start(Entrant entrant, ServerPlan plan, Path log) throws IOException {
        Contender contender = entrant.contender();
        if (contender.isNginx()) {
            NginxOptions options =
                    new NginxOptions(plan.cores(), folder.root(), plan.rateBytes(), NginxOptions.UNLIMITED);
            return Nginx.start(contender == Contender.NCHAN ? options.withNchan() : options, log);
        }
        Path jars = entrant.twist() == Entrant.Twist.OTHER ? otherModules : modules;
        String plant = entrant.plant();
        List<String> options = new ArrayList<>(jvmOptions);
        if (!plant.isEmpty()) {
            options.add("-javaagent:" + agent + "=" + plant);
        }
        return plan.start(contender, contender.jar(jars), folder, log, options.toArray(String[]::new));
    }
}
