package dev.weir.perf.stage;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.stage.Storm.Setting;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.Waiting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;

/** A storm's server and generator, both running. Confined to the thread that opens it, which also closes it. */
public final class Stage implements AutoCloseable {
    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Setting setting;
    private final Checks checks;
    private final Path log;
    private final Generator generator;
    private ServerProcess server;

    private Stage(Setting setting, Checks checks, Path log, ServerProcess server) {
        this.setting = setting;
        this.checks = checks;
        this.log = log;
        this.server = server;
        generator = new Generator(setting.ownCore());
    }

    public static Stage open(Setting setting, Storm.Setup setup, Checks checks)
            throws IOException, InterruptedException {
        System.out.printf("%s %s: starting the server%n", setting.part(), setting.contender());
        Path log = setting.out().resolve(setting.part() + "-" + setting.contender() + ".log");
        ServerProcess server = setup.start(setting, log);
        try {
            server.awaitReady(TO_START);
            if (!checks.hasServer()) {
                checks.server(server.command());
            }
            return new Stage(setting, checks, log, server);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public Setting setting() {
        return setting;
    }

    public Setting.Sizes sizes() {
        return setting.sizes();
    }

    public Contender contender() {
        return setting.contender();
    }

    public ServerProcess server() {
        return server;
    }

    public InetSocketAddress address() {
        return server.address();
    }

    public InetSocketAddress management() {
        return server.management().address();
    }

    public Generator generator() {
        return generator;
    }

    public void execute(Runnable task) {
        generator.execute(task);
    }

    public <T> T ask(Callable<T> task) throws InterruptedException {
        return generator.ask(task);
    }

    public Path log() {
        return log;
    }

    public void say(String what, Object outcome) {
        System.out.printf("%s: %s: %s%n", setting.contender(), what, outcome);
    }

    /** Starts a killed server again on the same ports, through the program {@code by} unless it is empty. */
    public void restart(String... by) throws IOException, InterruptedException {
        server = server.again(log.resolveSibling("again-" + log.getFileName()), by);
        server.awaitReady(TO_START);
        checks.server(server.command());
    }

    public Target target(String name, int bytes) throws IOException {
        return new Target(address(), "/files/" + name, setting.folder().file(name, bytes));
    }

    /** Pins a warm server to its core, and collects the garbage of both JVMs. */
    public void pin() throws IOException, InterruptedException {
        server.pin();
        server.collect();
        System.gc();
    }

    public CallRound calls(int count, int connections) throws InterruptedException {
        CallRound round = CallRound.run(generator, address(), SignerProcess.ofThisRun(), count, connections);
        checks.errors(round.errors());
        return round;
    }

    public double heapMegabytes() throws IOException {
        return server.memory().liveHeapBytes().orElseThrow() / 1e6;
    }

    public double meter(String name) throws InterruptedException {
        return Objects.requireNonNull(server.management().metric(name, ""), name);
    }

    public double longestMillis(String timer) throws InterruptedException {
        return Objects.requireNonNull(server.management().metric(timer, "MAX"), timer) * 1e3;
    }

    public boolean holds(Duration patience, Callable<Boolean> condition) throws InterruptedException {
        return Waiting.holds(patience, () -> ask(condition));
    }

    public void require(String what, Duration patience, Callable<Boolean> condition) throws InterruptedException {
        if (!holds(patience, condition)) {
            throw new IllegalStateException("after %s it does not hold that %s".formatted(patience, what));
        }
    }

    /** Waits for at most a minute until a meter has this value. Returns when that was seen, in nanoseconds. */
    public long awaitMeter(String name, double value) throws InterruptedException {
        if (!Waiting.holds(PATIENCE, () -> meter(name) == value)) {
            throw new IllegalStateException("%s is %s instead of %s".formatted(name, meter(name), value));
        }
        return System.nanoTime();
    }

    /** Waits until a meter is at least {@code value}. Returns false when {@code patience} ends first. */
    public boolean reaches(String name, double value, Duration patience) throws InterruptedException {
        return Waiting.holds(patience, () -> meter(name) >= value);
    }

    /** Waits until the server has at most {@code most} descriptors, or time is over. Returns their number. */
    public int descriptorsDownTo(int most, Duration patience) throws IOException, InterruptedException {
        Waiting.holds(patience, () -> server.openDescriptors() <= most);
        return server.openDescriptors();
    }

    public EventLoad listen(EventLoad.Kind kind, int together, int clients, Duration ramp) throws InterruptedException {
        EventLoad load = new EventLoad(generator, address(), kind, together);
        generator.execute(() -> load.start(clients, ramp));
        require("all are answered", ramp.plus(PATIENCE), () -> load.ready() == clients);
        return load;
    }

    public Window.SchedulingLag lag(Window window) throws InterruptedException {
        return generator.ask(() -> Window.SchedulingLag.probe(generator, window));
    }

    @Override
    public void close() {
        generator.close();
        server.close();
    }
}
