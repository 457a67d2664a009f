package dev.weir.perf.site;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.AddressFlood;
import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Exchange;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A running server and the generator that asks it; confined to the thread that opened it, which closes it. */
public final class Site implements AutoCloseable {
    private static final String TRUSTED_PROXY = "-Dweir.trusted-proxies=127.0.0.1";
    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_CONNECTIONS = 19_000;
    public static final String AUTHORIZATION = "Authorization: Bearer " + EventLoad.TOKEN + "\r\n";
    private static final int FLOOD_CONNECTIONS = 1_000;
    private static final Duration FLOOD_PATIENCE = Duration.ofMinutes(10);

    private final Setting setting;
    private final Path log;
    private ServerProcess server;
    private final Generator generator;

    private Site(Setting setting, Path log, ServerProcess server, Generator generator) {
        this.setting = setting;
        this.log = log;
        this.server = server;
        this.generator = generator;
    }

    /**
     * Starts both.
     *
     * @param properties more options of the server's JVM than the plan's, most of the form {@code -Dkey=value}
     */
    public static Site open(Setting setting, ServerPlan plan, String... properties)
            throws IOException, InterruptedException {
        String[] options = new String[properties.length + 1];
        System.arraycopy(properties, 0, options, 0, properties.length);
        options[properties.length] = TRUSTED_PROXY;
        System.out.printf("%s %s: the server starts%n", setting.part(), setting.contender());
        Path log = setting.out().resolve(setting.part() + "-" + setting.contender() + ".log");
        ServerProcess server = plan.start(
                setting.contender(), setting.contender().jar(setting.modules()), setting.folder(), log, options);
        try {
            server.awaitReady(TO_START);
            return new Site(setting, log, server, new Generator(setting.ownCore()));
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public ServerProcess server() {
        return server;
    }

    /** A server that gives each client this rate, 0 for no limit, and so many downloads or streams, on both cores. */
    public static ServerPlan plan(long rateBytes, int connections) {
        return new ServerPlan(rateBytes, 0, Duration.ofMillis(250), 200, connections, Cores.SHARED, false);
    }

    /** The same alone on its core, once it is warm. */
    public static ServerPlan apart(long rateBytes, int connections) {
        return new ServerPlan(rateBytes, 0, Duration.ofMillis(250), 200, connections, Cores.APART, false);
    }

    /** The same, for a fault: with as many connections as can be. */
    public static Site open(Setting setting, long rateBytes, String... properties)
            throws IOException, InterruptedException {
        return open(setting, plan(rateBytes, MOST_CONNECTIONS), properties);
    }

    /** The request that publishes this text. */
    public static String publication(String text) {
        return "POST /events HTTP/1.1\r\nHost: localhost\r\n" + AUTHORIZATION
                + "Content-Type: text/plain\r\nContent-Length: " + text.length() + "\r\n\r\n" + text;
    }

    public Figure.Found found(List<Figure> figures, Map<String, Long> errors) {
        return found(figures, errors, Map.of());
    }

    public Figure.Found found(List<Figure> figures, Map<String, Long> errors, Map<String, List<Long>> raw) {
        return new Figure.Found(setting.part(), setting.contender().label(), server.command(), figures, errors, raw);
    }

    /** Waits until the server has no more files and sockets open than that; how many it has then, or when time is over. */
    public int descriptorsDownTo(int most, Duration patience) throws IOException, InterruptedException {
        Awaiting.holds(patience, () -> server.openDescriptors() <= most);
        return server.openDescriptors();
    }

    public Contender contender() {
        return setting.contender();
    }

    /** What the server has printed. */
    public Path log() {
        return log;
    }

    /** Kills the server as {@code kill -9} does. */
    public void kill() {
        server.close();
    }

    /** Starts one again that was killed, on the same ports; by a program, if one is named with its arguments. */
    public void restart(String... by) throws IOException, InterruptedException {
        server = server.again(log.resolveSibling("again-" + log.getFileName()), by);
        server.awaitReady(TO_START);
    }

    public Generator generator() {
        return generator;
    }

    public Target target(String name, int bytes) throws IOException {
        return new Target(server.address(), "/files/" + name, setting.folder().file(name, bytes));
    }

    /** Puts the server on its core, now that it is warm. */
    public void pin() throws IOException, InterruptedException {
        server.pin();
        server.collect();
        System.gc();
    }

    public double meter(String name) throws InterruptedException {
        return told(name, server.management().metric(name));
    }

    /** The longest that a timer has seen in its last two minutes. */
    public double longestMillis(String timer) throws InterruptedException {
        return told(timer, server.management().longestSeconds(timer)) * 1e3;
    }

    private static double told(String name, @Nullable Double value) {
        if (value == null) {
            throw new IllegalStateException("the server does not tell " + name);
        }
        return value;
    }

    /** Looks until a meter has at least this value, and at most so long; whether it has. */
    public boolean reaches(String name, double value, Duration patience) throws InterruptedException {
        return Awaiting.holds(patience, () -> meter(name) >= value);
    }

    /** Looks until a meter has this value, and at most a minute; when it was seen to have it. */
    public long awaitMeter(String name, double value) throws InterruptedException {
        if (!Awaiting.holds(PATIENCE, () -> meter(name) == value)) {
            throw new IllegalStateException("%s is %s instead of %s".formatted(name, meter(name), value));
        }
        return System.nanoTime();
    }

    /** Changes the default plan's rate as an operator does, from the generator's loop at an instant. */
    public CompletableFuture<ClosedLoop.Recorder.Timing> changeRate(long rateBytes, long atNanos) {
        CompletableFuture<ClosedLoop.Recorder.Timing> changed = new CompletableFuture<>();
        String request = Exchange.post("/actuator/weir/default", "{\"rate\":" + rateBytes + "}");
        InetSocketAddress management = server.management().address();
        generator.at(
                atNanos,
                () -> Exchange.start(generator, management, Generator.anyAddress(), request, new Exchange.Listener() {
                    @Override
                    public void answered(int status, ClosedLoop.Recorder.Timing timing) {
                        if (status == 204) {
                            changed.complete(timing);
                        } else {
                            failed("status " + status);
                        }
                    }

                    @Override
                    public void failed(String reason) {
                        changed.completeExceptionally(new IllegalStateException("not changed: " + reason));
                    }
                }));
        return changed;
    }

    /** The same, at once. */
    public void changeRate(long rateBytes) throws InterruptedException {
        await(changeRate(rateBytes, System.nanoTime()), PATIENCE);
    }

    /** Has so many addresses ask once for a small file, over few connections. */
    public Map<String, Long> flood(String file, int first, int end) throws InterruptedException {
        AddressFlood flood = generator.ask(
                () -> AddressFlood.start(generator, server.address(), "/files/" + file, FLOOD_CONNECTIONS, first, end));
        await(flood.over(), FLOOD_PATIENCE);
        return generator.ask(flood::outcomes);
    }

    public static <T> T await(CompletableFuture<T> future, Duration patience) throws InterruptedException {
        try {
            return future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("it did not end: " + e.getMessage(), e);
        }
    }

    public static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }

    public Window.SchedulingLag lag(Window window) throws InterruptedException {
        return generator.ask(() -> Window.SchedulingLag.probe(generator, window));
    }

    /** How late this process was in its windows, which every time that it tells may be late by. */
    public static List<Figure> lag(Histogram micros) {
        return List.of(
                Figure.told("generator's lag p99", micros.getValueAtPercentile(99) / 1e3, "ms"),
                Figure.told("generator's lag, longest", micros.getMaxValue() / 1e3, "ms"));
    }

    @Override
    public void close() {
        generator.close();
        server.close();
    }
}
