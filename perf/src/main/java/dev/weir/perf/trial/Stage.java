package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Plan;
import dev.weir.perf.result.Value;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.server.Server;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One trial's server and generator, both running and checked, with its notes; whoever opens it closes it.
 *
 * <p>The thread that conducts the trial calls, and asks the generator's loop for what it counted.
 */
public final class Stage implements AutoCloseable {
    private static final Duration TO_START = Duration.ofSeconds(60);

    private final Plan.Case planned;
    private final Lab lab;
    private final Server server;
    private final Generator generator;
    private final @Nullable Relay relay;
    private final Notes notes;

    private Stage(Plan.Case planned, Lab lab, Server server, Entrant entrant, double calibrationSeconds) {
        this.planned = planned;
        generator = new Generator(lab.ownCore());
        this.lab = lab;
        this.server = server;
        relay = entrant.twist() == Entrant.Twist.RELAY ? relay(generator, server.address(), entrant.amount()) : null;
        notes = new Notes(calibrationSeconds);
    }

    /**
     * Starts the server and waits until it answers as it must.
     *
     * @throws IOException when it does not start, or does something else than it was told
     */
    public static Stage open(Plan.Case planned, Lab lab, Entrant entrant, ServerPlan plan, Path log)
            throws IOException, InterruptedException {
        double calibrationSeconds = Calibration.seconds();
        lab.progress().say("starts");
        Server server = lab.start(entrant, plan, log);
        try {
            server.awaitReady(TO_START);
            if (server instanceof ServerProcess jvm) {
                jvm.limits().assertEqualised(plan.limits(entrant.contender()));
            }
            Preflight.check(server.address(), lab.folder(), plan);
            return new Stage(planned, lab, server, entrant, calibrationSeconds);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static Relay relay(Generator generator, InetSocketAddress server, int millis) {
        Relay relay = new Relay(generator, server);
        relay.delay(Duration.ofMillis(millis));
        return relay;
    }

    public Server server() {
        return server;
    }

    public Generator generator() {
        return generator;
    }

    /** Has the generator's loop do it, and waits for what comes of it. */
    public <T> T ask(Callable<T> task) throws InterruptedException {
        return generator.ask(task);
    }

    public Progress progress() {
        return lab.progress();
    }

    public Notes notes() {
        return notes;
    }

    /** Where the generator reaches the server. */
    public InetSocketAddress address() {
        return relay == null ? server.address() : relay.address();
    }

    /** A served file as the generator asks for it. */
    public Target target(String file, int bytes) throws IOException {
        Target.ExpectedBody body = lab.folder().file(file, bytes);
        return new Target(address(), "/files/" + file, body);
    }

    /** Notes what the server publishes itself; nothing where it does not. */
    public void note(String metric, Value value) throws InterruptedException {
        Double number = server instanceof ServerProcess jvm ? jvm.management().metric(metric) : null;
        if (number != null) {
            notes.value(value, number);
        }
    }

    /** From 1; what is random in a load is the same for all contenders of a block, and another in the next. */
    public int block() {
        return planned.block();
    }

    public Evidence evidence(String unit) throws IOException {
        return notes.evidence(planned, unit, server.command(), server.selfDescription());
    }

    @Override
    public void close() {
        try (server;
                generator) {
            if (relay != null) {
                relay.close();
            }
        }
    }

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
                Nginx.Options options =
                        new Nginx.Options(plan.cores(), folder.root(), plan.rateBytes(), Nginx.Options.UNLIMITED);
                return Nginx.start(contender == Contender.NCHAN ? options.withNchan() : options, log);
            }
            Path jars = entrant.twist() == Entrant.Twist.OTHER ? otherModules : modules;
            String plant = entrant.plant();
            List<String> options = new ArrayList<>(jvmOptions);
            if (!plant.isEmpty()) {
                options.add("-javaagent:" + agent + "=" + plant);
            }
            if (!entrant.bypassOff().isEmpty()) {
                options.add("-D" + entrant.bypassOff() + "=false");
            }
            return plan.start(contender, contender.jar(jars), folder, log, options.toArray(String[]::new));
        }
    }
}
