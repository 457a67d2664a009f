package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.contender.JoinedServer;
import dev.weir.perf.contender.JoinedServer.Setting;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Relay;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.server.CommandServer;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.server.Server;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The server, load {@link Generator} and {@link Notes} (measured values) of a running trial. Used by one thread. */
public final class TrialStage implements AutoCloseable {
    private final RunPlan.Case planned;
    private final Lab lab;
    private final Entrant entrant;
    private final @Nullable Relay relay;
    private final @Nullable OwnedProcess burner;
    final Watch.Machine beforeStart;
    public final Contender contender;
    public final Server server;
    public final Generator generator;
    public final Notes notes;
    public final Progress progress;

    private TrialStage(RunPlan.Case planned, Lab lab, Watch.Machine beforeStart, Server server, Entrant entrant)
            throws IOException {
        this.beforeStart = beforeStart;
        this.planned = planned;
        this.entrant = entrant;
        generator = new Generator(lab.ownCore());
        this.lab = lab;
        progress = lab.progress();
        this.server = server;
        contender = entrant.contender();
        relay = switch (entrant.twist()) {
            case RELAY, WRONG_BYTE, LOST_EVENT ->
                new Relay(generator, server.address(), Duration.ofMillis(entrant.amount()));
            default -> null;
        };
        burner = entrant.twist() == Entrant.Twist.BURNER ? lab.cores().burn() : null;
        notes = new Notes();
    }

    public static TrialStage open(RunPlan.Case planned, Lab lab, ServerPlan plan, Path log)
            throws IOException, InterruptedException {
        Entrant entrant = lab.entrant(planned.contender());
        lab.progress().say("starting");
        Watch.Machine beforeStart = Watch.Machine.beforeStart();
        Server server = lab.start(entrant, plan, log);
        try {
            server.awaitReady(Duration.ofSeconds(60));
            if (server instanceof ServerProcess jvm) {
                jvm.limits().assertEqualised(plan.limits(entrant.contender()));
            }
            Preflight.check(server.address(), lab.folder(), plan, Duration.ofSeconds(10));
            return new TrialStage(planned, lab, beforeStart, server, entrant);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public <T> T ask(Callable<T> task) throws InterruptedException {
        return generator.ask(task);
    }

    public InetSocketAddress address() {
        return relay == null ? server.address() : relay.address();
    }

    public Target target(String file, int bytes) throws IOException {
        Target.ExpectedBody body = lab.folder().file(file, bytes);
        return new Target(address(), "/files/" + file, body);
    }

    public void note(String metric, Value value) throws InterruptedException {
        metric(metric).ifPresent(number -> notes.value(value, number));
    }

    public OptionalDouble metric(String name) throws InterruptedException {
        Double number = server instanceof ServerProcess jvm ? jvm.management().metric(name, "") : null;
        return notes.metric(name, number, contender.isOfWeir());
    }

    Cores cores() {
        return lab.cores();
    }

    /** If a wrong byte or a lost event is planned for this trial, causes it in the middle of the window. */
    void plant(Window window) {
        long middleNanos = window.fromNanos() + (window.toNanos() - window.fromNanos()) / 2;
        Relay spoilt = relay;
        if (spoilt != null && entrant.twist() != Entrant.Twist.RELAY) {
            boolean wrong = entrant.twist() == Entrant.Twist.WRONG_BYTE;
            generator.at(middleNanos, () -> spoilt.spoil(wrong ? Relay.Spoiler.WRONG_BYTE : Relay.Spoiler.LOST_EVENT));
        }
    }

    public int block() {
        return planned.block();
    }

    public Evidence evidence(String unit) throws IOException {
        return notes.evidence(planned, unit, server.command(), server.selfDescription());
    }

    @Override
    public void close() {
        try (server;
                generator;
                relay;
                burner) {
            // closes them in the reverse order
        }
    }

    /** The setup that all trials of a run share. {@code otherModules} has the build of servers {@code NAME@other}. */
    public record Lab(
            ServedFolder folder,
            Path modules,
            Path otherModules,
            Path agent,
            List<String> jvmOptions,
            List<JoinedServer> joined,
            boolean ownCore,
            Progress progress) {
        public Path jar(Entrant entrant) {
            Path built = entrant.contender().jar(entrant.twist() == Entrant.Twist.OTHER ? otherModules : modules);
            return entrant.twist() == Entrant.Twist.AOT ? AotCache.of(built).jar() : built;
        }

        private Entrant entrant(String label) {
            return joined(label).map(Entrant::of).orElseGet(() -> Entrant.of(label));
        }

        private Optional<JoinedServer> joined(String name) {
            return joined.stream().filter(server -> server.name().equals(name)).findFirst();
        }

        /** Returns {@code APART} if the generator has a core of its own, and otherwise {@code SHARED}. */
        Cores cores() {
            return ownCore ? Cores.APART : Cores.SHARED;
        }

        Server start(Entrant entrant, ServerPlan planned, Path log) throws IOException {
            Contender contender = entrant.contender();
            ServerPlan plan =
                    entrant.twist() == Entrant.Twist.WRONG_RATE ? planned.atRate(planned.rateBytes() * 5 / 4) : planned;
            if (contender == Contender.JOINED) {
                return start(joined(entrant.name()).orElseThrow(), plan, log);
            }
            if (!contender.hasJar()) {
                boolean nchan = contender == Contender.NCHAN;
                return Nginx.start(new Nginx.Options(plan.cores(), folder.root(), plan.rateBytes(), nchan), log);
            }
            List<String> options = new ArrayList<>(jvmOptions);
            entrant.jvmOption(agent).ifPresent(options::add);
            Path jar = jar(entrant);
            if (entrant.twist() == Entrant.Twist.AOT) {
                options.addAll(new AotCache(jar).options());
            }
            return plan.with(options.toArray(String[]::new)).start(contender, jar, folder, log);
        }

        private Server start(JoinedServer joining, ServerPlan plan, Path log) throws IOException {
            Map<Setting, String> settings = new EnumMap<>(plan.settings(folder));
            return CommandServer.start(
                    plan.cores(),
                    port -> {
                        settings.put(Setting.PORT, Integer.toString(port));
                        return joining.command(settings);
                    },
                    log);
        }
    }
}
