package dev.weir.perf.site;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.site.Storm.Setting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;

/** A storm's server and generator, both running; confined to the thread that opened it, which closes it. */
public final class Site implements AutoCloseable {
    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Setting setting;
    private final Findings found;
    private final Path log;
    private final Generator generator;
    private ServerProcess server;

    private Site(Setting setting, Findings found, Path log, ServerProcess server) {
        this.setting = setting;
        this.found = found;
        this.log = log;
        this.server = server;
        generator = new Generator(setting.ownCore());
    }

    /** Starts both, and waits until the server is ready. */
    public static Site open(Setting setting, Storm.Setup setup, Findings found)
            throws IOException, InterruptedException {
        System.out.printf("%s %s: the server starts%n", setting.part(), setting.contender());
        Path log = setting.out().resolve(setting.part() + "-" + setting.contender() + ".log");
        ServerProcess server = setup.plan()
                .start(
                        setting.contender(),
                        setting.contender().jar(setting.modules()),
                        setting.folder(),
                        log,
                        setup.with("-Dweir.trusted-proxies=127.0.0.1").options().toArray(String[]::new));
        try {
            server.awaitReady(TO_START);
            if (!found.hasServer()) {
                found.server(server.command());
            }
            return new Site(setting, found, log, server);
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

    /** Has the generator's loop do it. */
    public void execute(Runnable task) {
        generator.execute(task);
    }

    /** Has the generator's loop do it, and waits for what comes of it. */
    public <T> T ask(Callable<T> task) throws InterruptedException {
        return generator.ask(task);
    }

    /** What the server has printed. */
    public Path log() {
        return log;
    }

    /** Tells whoever waits for the run what came of something. */
    public void say(String what, Object outcome) {
        System.out.printf("%s: %s: %s%n", setting.contender(), what, outcome);
    }

    /** Kills the server as {@code kill -9} does. */
    public void kill() {
        server.close();
    }

    /** Starts one again that was killed, on the same ports; by a program, if one is named with its arguments. */
    public void restart(String... by) throws IOException, InterruptedException {
        server = server.again(log.resolveSibling("again-" + log.getFileName()), by);
        server.awaitReady(TO_START);
        found.server(server.command());
    }

    public Target target(String name, int bytes) throws IOException {
        return new Target(address(), "/files/" + name, setting.folder().file(name, bytes));
    }

    /** Puts the server on its core, now that it is warm. */
    public void pin() throws IOException, InterruptedException {
        server.pin();
        server.collect();
        System.gc();
    }

    /** What lives after full collections. */
    public double heapMegabytes() throws IOException {
        return server.memory().liveHeapBytes().orElseThrow() / 1e6;
    }

    public double meter(String name) throws InterruptedException {
        return Objects.requireNonNull(server.management().metric(name), name);
    }

    /** The longest that a timer has seen in its last two minutes. */
    public double longestMillis(String timer) throws InterruptedException {
        return Objects.requireNonNull(server.management().longestSeconds(timer), timer) * 1e3;
    }

    /** Looks on the generator's loop until it holds; whether it did in time. */
    public boolean holds(Duration patience, Callable<Boolean> condition) throws InterruptedException {
        return Waiting.holds(patience, () -> ask(condition));
    }

    /**
     * The same.
     *
     * @throws IllegalStateException when it did not
     */
    public void require(String what, Duration patience, Callable<Boolean> condition) throws InterruptedException {
        if (!holds(patience, condition)) {
            throw new IllegalStateException("it did not come to be in %s: %s".formatted(patience, what));
        }
    }

    /** Waits until a meter has this value, and at most a minute; when it was seen to have it. */
    public long awaitMeter(String name, double value) throws InterruptedException {
        if (!Waiting.holds(PATIENCE, () -> meter(name) == value)) {
            throw new IllegalStateException("%s is %s instead of %s".formatted(name, meter(name), value));
        }
        return System.nanoTime();
    }

    /** Waits until a meter has at least this value, and at most so long; whether it has. */
    public boolean reaches(String name, double value, Duration patience) throws InterruptedException {
        return Waiting.holds(patience, () -> meter(name) >= value);
    }

    /** Waits until the server has no more files and sockets open than that; how many it has then, or when time is over. */
    public int descriptorsDownTo(int most, Duration patience) throws IOException, InterruptedException {
        Waiting.holds(patience, () -> server.openDescriptors() <= most);
        return server.openDescriptors();
    }

    /** Has this many clients listen, each of an address of its own, and waits until the server has answered all. */
    public EventLoad listen(EventLoad.Kind kind, int together, int clients, Duration ramp) throws InterruptedException {
        EventLoad load = new EventLoad(generator, address(), kind, together);
        generator.execute(() -> load.start(clients, ramp));
        require("all are answered", ramp.plus(PATIENCE), () -> load.ready() == clients);
        return load;
    }

    /** Probes how late the generator is in this window. */
    public Window.SchedulingLag lag(Window window) throws InterruptedException {
        return generator.ask(() -> Window.SchedulingLag.probe(generator, window));
    }

    @Override
    public void close() {
        generator.close();
        server.close();
    }
}
