package dev.weir.resilience.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest.StatusCheck;
import dev.weir.perf.load.SingleRequest.Timing;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.resilience.storm.Storm.Setting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The server and the load {@link Generator} of one stress test ({@link Storm}). Confined to the test's thread. */
final class Stage implements AutoCloseable {
    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final Setting setting;
    final Storm.Sizes sizes;
    final Contender contender;
    final Path log;
    final Generator generator;
    private final Checks checks;
    private @Nullable ServerProcess server;

    Stage(Setting setting, Checks checks) {
        this.setting = setting;
        this.checks = checks;
        sizes = setting.sizes();
        contender = setting.contender();
        log = setting.out().resolve(setting.part() + "-" + contender + ".log");
        generator = new Generator(setting.ownCore());
    }

    void serve(ServerPlan plan) throws IOException, InterruptedException {
        System.out.printf("%s %s: starting the server%n", setting.part(), contender);
        if (server != null) {
            server.close();
        }
        server = plan.start(contender, contender.jar(setting.modules()), setting.folder(), log);
        server.awaitReady(TO_START);
        if (!checks.hasServer()) {
            checks.server(server.command());
        }
    }

    void restart(String... by) throws IOException, InterruptedException {
        server = server().again(log.resolveSibling("again-" + log.getFileName()), by);
        server.awaitReady(TO_START);
        checks.server(server.command());
    }

    ServerProcess server() {
        return Objects.requireNonNull(server, "the storm has started no server");
    }

    InetSocketAddress address() {
        return server().address();
    }

    InetSocketAddress management() {
        return server().management().address();
    }

    RawSocket connect(int client) throws IOException {
        return RawSocket.open(address(), client);
    }

    void execute(Runnable task) {
        generator.execute(task);
    }

    void pollUntil(long nanos) throws InterruptedException {
        generator.poll(true);
        Waiting.until(nanos);
        generator.poll(false);
    }

    <T> T ask(Callable<T> task) throws InterruptedException {
        return generator.ask(task);
    }

    void say(String what, Object outcome) {
        System.out.printf("%s: %s: %s%n", contender, what, outcome);
    }

    Target target(String name, int bytes) throws IOException {
        return new Target(address(), "/files/" + name, setting.folder().file(name, bytes));
    }

    Target huge() throws IOException {
        return target("huge.bin", 64 << 20);
    }

    void pin() throws IOException, InterruptedException {
        server().pin();
        server().collect();
        System.gc();
    }

    double heapMegabytes() throws IOException {
        return liveHeapBytes() / 1e6;
    }

    long liveHeapBytes() throws IOException {
        return server().memory().liveHeapBytes().orElseThrow();
    }

    double meter(String name) throws InterruptedException {
        return meter(name, "");
    }

    double meter(String name, String statistic) throws InterruptedException {
        return Objects.requireNonNull(server().management().metric(name, statistic), name);
    }

    boolean holds(Duration patience, Callable<Boolean> condition) throws InterruptedException {
        return Waiting.holds(patience, () -> ask(condition));
    }

    void require(String what, Duration patience, Callable<Boolean> condition) throws InterruptedException {
        if (!holds(patience, condition)) {
            throw new IllegalStateException("after %s this is still not true: %s".formatted(patience, what));
        }
    }

    void awaitMeter(String name, double value) throws InterruptedException {
        if (!Waiting.holds(PATIENCE, () -> meter(name) == value)) {
            throw new IllegalStateException("the metric %s is %s instead of %s".formatted(name, meter(name), value));
        }
    }

    boolean reaches(String name, double value, Duration patience) throws InterruptedException {
        return Waiting.holds(patience, () -> meter(name) >= value);
    }

    int descriptorsDownTo(int most, Duration patience) throws IOException, InterruptedException {
        Waiting.holds(patience, () -> server().openDescriptors() <= most);
        return server().openDescriptors();
    }

    EventLoad listen(EventLoad.Kind kind, int together, int clients, Duration ramp) throws InterruptedException {
        return new EventLoad(generator, address(), kind, together).listen(clients, ramp, PATIENCE);
    }

    CallRound calls(int count, int connections) throws InterruptedException {
        CallRound round = CallRound.run(generator, address(), SignerProcess.ofThisRun(), count, connections);
        checks.errors(round.errors());
        return round;
    }

    Map<String, Long> flood(String file, int first, int end) throws InterruptedException {
        return AddressFlood.run(generator, address(), "/files/" + file, 1_000, first, end);
    }

    /**
     * Sends a request at the time {@code atNanos}. The request changes the rate limit of the default plan to
     * {@code rateBytes} bytes/s. The result completes with the request's timing.
     */
    CompletableFuture<Timing> changeRate(long rateBytes, long atNanos) {
        String json = "{\"rate\":" + rateBytes + "}";
        String request = RawSocket.post("/actuator/weir/default", "application/json", json.length()) + json;
        CompletableFuture<Void> due = new CompletableFuture<>();
        CompletableFuture<Timing> changed = due.thenCompose(
                        _ -> StatusCheck.send(generator, management(), Generator.anyAddress(), request))
                .thenApply(reply -> {
                    if (reply.status() != 204) {
                        throw new IllegalStateException("status " + reply.status());
                    }
                    return reply.timing();
                });
        generator.at(atNanos, () -> due.complete(null));
        return changed;
    }

    void changeRate(long rateBytes) throws InterruptedException {
        Waiting.await("the change of the rate", changeRate(rateBytes, System.nanoTime()), PATIENCE);
    }

    @Override
    public void close() {
        generator.close();
        if (server != null) {
            server.close();
        }
    }
}
