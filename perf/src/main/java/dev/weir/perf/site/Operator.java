package dev.weir.perf.site;

import dev.weir.perf.load.AddressFlood;
import dev.weir.perf.load.ClosedLoop.Recorder.Timing;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Single requests over the generator's loop: an operator's, and those of many addresses. Thread-safe. */
public final class Operator {
    private static final int NO_CONTENT = 204;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FLOOD_CONNECTIONS = 1_000;
    private static final Duration FLOOD_PATIENCE = Duration.ofMinutes(10);

    private Operator() {}

    /** The status of an answer, and when it came. */
    public record Answer(int status, Timing timing) {}

    /** Sends one request on a connection of its own. On the generator's loop, where the future completes too. */
    public static CompletableFuture<Answer> exchange(
            Generator generator, InetSocketAddress to, InetSocketAddress from, String request) {
        CompletableFuture<Answer> answered = new CompletableFuture<>();
        SingleRequest.StatusCheck.start(generator, to, from, request, new SingleRequest.StatusListener() {
            @Override
            public void answered(int status, Timing timing) {
                answered.complete(new Answer(status, timing));
            }

            @Override
            public void failed(String reason) {
                answered.completeExceptionally(new IllegalStateException(reason));
            }
        });
        return answered;
    }

    /** Changes the default plan's rate as an operator does, from the generator's loop at an instant. */
    public static CompletableFuture<Timing> changeRate(Site site, long rateBytes, long atNanos) {
        CompletableFuture<Timing> changed = new CompletableFuture<>();
        Generator generator = site.generator();
        String request = SingleRequest.StatusCheck.post("/actuator/weir/default", "{\"rate\":" + rateBytes + "}");
        generator.at(atNanos, () -> {
            var _ = exchange(generator, site.management(), Generator.anyAddress(), request)
                    .whenComplete((answer, failure) -> {
                        if (failure == null && answer.status() == NO_CONTENT) {
                            changed.complete(answer.timing());
                        } else {
                            changed.completeExceptionally(new IllegalStateException(
                                    "not changed: " + (failure == null ? "status " + answer.status() : failure)));
                        }
                    });
        });
        return changed;
    }

    /** The same, at once. */
    public static void changeRate(Site site, long rateBytes) throws InterruptedException {
        Waiting.await(changeRate(site, rateBytes, System.nanoTime()), PATIENCE);
    }

    /**
     * Has each address from number {@code first} to before {@code end} ask once for a small file, over few connections.
     *
     * @return how many answers had which status, and what became of connections that were lost
     */
    public static Map<String, Long> flood(Site site, String file, int first, int end) throws InterruptedException {
        Generator generator = site.generator();
        AddressFlood flood = generator.ask(
                () -> AddressFlood.start(generator, site.address(), "/files/" + file, FLOOD_CONNECTIONS, first, end));
        Waiting.await(flood.over(), FLOOD_PATIENCE);
        return generator.ask(flood::outcomes);
    }
}
