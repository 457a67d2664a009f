package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.server.NginxOptions;
import dev.weir.perf.server.Server;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What all trials of a run share: the served files, the servers' jars, and who is told how it goes.
 *
 * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
 * @param otherModules those of {@code @other}
 * @param ownCore whether the generator has a core for itself
 * @param agent the jar with what plants a fault in a server
 */
public record Lab(
        ServedFolder folder, Path modules, Path otherModules, Path agent, boolean ownCore, Progress progress) {
    Server start(Entrant entrant, ServerPlan plan, Path log) throws IOException {
        Contender contender = entrant.contender();
        if (contender.isNginx()) {
            NginxOptions options =
                    new NginxOptions(plan.cores(), folder.root(), plan.rateBytes(), NginxOptions.UNLIMITED);
            return Nginx.start(contender == Contender.NCHAN ? options.withNchan() : options, log);
        }
        Path jars = entrant.twist() == Entrant.Twist.OTHER ? otherModules : modules;
        String plant = entrant.plant();
        String[] options = plant.isEmpty() ? new String[0] : new String[] {"-javaagent:" + agent + "=" + plant};
        return plan.start(contender, contender.jar(jars), folder, log, options);
    }
}
