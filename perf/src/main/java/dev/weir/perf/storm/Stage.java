package dev.weir.perf.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.AddressFlood;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest.StatusCheck;
import dev.weir.perf.load.SingleRequest.Timing;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.storm.Storm.Setting;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.SignerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * The running server and the running load {@link Generator} for one {@link Storm} on one {@link Contender}. Confined
 * to the thread that opens and closes it.
 */
final class Stage implements AutoCloseable {
    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final Setting setting;
    final Setting.Sizes sizes;
    final Contender contender;
    final Path log;
    final Generator generator;
    private final Checks checks;
    private ServerProcess server;

    private Stage(Setting setting, Checks checks, Path log, ServerProcess server) {
        this.setting = setting;
        sizes = setting.sizes();
        contender = setting.contender();
        this.checks = checks;
        this.log = log;
        this.server = server;
        generator = new Generator(setting.ownCore());
    }

    static Stage open(Setting setting, ServerPlan plan, Checks checks) throws IOException, InterruptedException {
        System.out.printf("%s %s: starting the server%n", setting.part(), setting.contender());
        Path log = setting.out().resolve(setting.part() + "-" + setting.contender() + ".log");
        Contender contender = setting.contender();
        ServerProcess server = plan.start(contender, contender.jar(setting.modules()), setting.folder(), log);
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

    ServerProcess server() {
        return server;
    }

    InetSocketAddress address() {
        return server.address();
    }

    InetSocketAddress management() {
        return server.management().address();
    }

    void execute(Runnable task) {
        generator.execute(task);
    }

    <T> T ask(Callable<T> task) throws InterruptedException {
        return generator.ask(task);
    }

    void say(String what, Object outcome) {
        System.out.printf("%s: %s: %s%n", contender, what, outcome);
    }

    void restart(String... by) throws IOException, InterruptedException {
        server = server.again(log.resolveSibling("again-" + log.getFileName()), by);
        server.awaitReady(TO_START);
        checks.server(server.command());
    }

    Target target(String name, int bytes) throws IOException {
        return new Target(address(), "/files/" + name, setting.folder().file(name, bytes));
    }

    /** Pins a warm server to its core, and collects the garbage of the server and of this JVM. */
    void pin() throws IOException, InterruptedException {
        server.pin();
        server.collect();
        System.gc();
    }

    CallRound calls(int count, int connections) throws InterruptedException {
        CallRound round = CallRound.run(generator, address(), SignerProcess.ofThisRun(), count, connections);
        checks.errors(round.errors());
        return round;
    }

    double heapMegabytes() throws IOException {
        return liveHeapBytes() / 1e6;
    }

    long liveHeapBytes() throws IOException {
        return server.memory().liveHeapBytes().orElseThrow();
    }

    double meter(String name) throws InterruptedException {
        return meter(name, "");
    }

    double meter(String name, String statistic) throws InterruptedException {
        return Objects.requireNonNull(server.management().metric(name, statistic), name);
    }

    boolean holds(Duration patience, Callable<Boolean> condition) throws InterruptedException {
        return Waiting.holds(patience, () -> ask(condition));
    }

    void require(String what, Duration patience, Callable<Boolean> condition) throws InterruptedException {
        if (!holds(patience, condition)) {
            throw new IllegalStateException("after %s this is still not true: %s".formatted(patience, what));
        }
    }

    long awaitMeter(String name, double value) throws InterruptedException {
        if (!Waiting.holds(PATIENCE, () -> meter(name) == value)) {
            throw new IllegalStateException("the metric %s is %s instead of %s".formatted(name, meter(name), value));
        }
        return System.nanoTime();
    }

    boolean reaches(String name, double value, Duration patience) throws InterruptedException {
        return Waiting.holds(patience, () -> meter(name) >= value);
    }

    int descriptorsDownTo(int most, Duration patience) throws IOException, InterruptedException {
        Waiting.holds(patience, () -> server.openDescriptors() <= most);
        return server.openDescriptors();
    }

    EventLoad listen(EventLoad.Kind kind, int together, int clients, Duration ramp) throws InterruptedException {
        return new EventLoad(generator, address(), kind, together).listen(clients, ramp, PATIENCE);
    }

    /**
     * Changes the default plan's rate at {@code atNanos}: the generator's event loop sends a request to the management
     * port.
     */
    CompletableFuture<Timing> changeRate(long rateBytes, long atNanos) {
        CompletableFuture<Timing> changed = new CompletableFuture<>();
        String request = StatusCheck.post("/actuator/weir/default", "{\"rate\":" + rateBytes + "}");
        generator.at(atNanos, () -> {
            var _ = StatusCheck.send(generator, management(), Generator.anyAddress(), request)
                    .whenComplete((reply, failure) -> {
                        if (failure == null && reply.status() == 204) {
                            changed.complete(reply.timing());
                        } else {
                            String reason = failure == null ? "status " + reply.status() : failure.toString();
                            changed.completeExceptionally(
                                    new IllegalStateException("the rate was not changed: " + reason));
                        }
                    });
        });
        return changed;
    }

    void changeRate(long rateBytes) throws InterruptedException {
        Waiting.await("the change of the rate", changeRate(rateBytes, System.nanoTime()), PATIENCE);
    }

    /** Asks for a file once from each client address of a range. Returns the number of answers by status. */
    Map<String, Long> flood(String file, int first, int end) throws InterruptedException {
        return AddressFlood.run(generator, address(), "/files/" + file, 1_000, first, end);
    }

    @Override
    public void close() {
        generator.close();
        server.close();
    }
}
