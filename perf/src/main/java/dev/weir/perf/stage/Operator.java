package dev.weir.perf.stage;

import dev.weir.perf.load.AddressFlood;
import dev.weir.perf.load.ClosedLoop.Recorder.Timing;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest;
import dev.weir.perf.trial.Waiting;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Sends single requests over the generator's loop: an operator's, and those of many addresses. Thread-safe. */
public final class Operator {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FLOOD_CONNECTIONS = 1_000;
    private static final Duration FLOOD_PATIENCE = Duration.ofMinutes(10);

    private Operator() {}

    /** An answer's status, and the instants of the exchange. */
    public record Reply(int status, Timing timing) {}

    /** Sends one request on a new connection. Called on the generator's loop, which also completes the future. */
    public static CompletableFuture<Reply> exchange(
            Generator generator, InetSocketAddress to, InetSocketAddress from, String request) {
        CompletableFuture<Reply> answered = new CompletableFuture<>();
        SingleRequest.StatusCheck.start(generator, to, from, request, new SingleRequest.StatusListener() {
            @Override
            public void answered(int status, Timing timing) {
                answered.complete(new Reply(status, timing));
            }

            @Override
            public void failed(String reason) {
                answered.completeExceptionally(new IllegalStateException(reason));
            }
        });
        return answered;
    }

    /** Changes the default plan's rate through the management port, from the generator's loop, at {@code atNanos}. */
    public static CompletableFuture<Timing> changeRate(Stage stage, long rateBytes, long atNanos) {
        CompletableFuture<Timing> changed = new CompletableFuture<>();
        Generator generator = stage.generator();
        String request = SingleRequest.StatusCheck.post("/actuator/weir/default", "{\"rate\":" + rateBytes + "}");
        generator.at(atNanos, () -> {
            var _ = exchange(generator, stage.management(), Generator.anyAddress(), request)
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

    /** Changes the default plan's rate now, and waits for the answer. */
    public static void changeRate(Stage stage, long rateBytes) throws InterruptedException {
        Waiting.await("the change of the rate", changeRate(stage, rateBytes, System.nanoTime()), PATIENCE);
    }

    /**
     * Lets each address from number {@code first} to before {@code end} ask once for a small file, over few connections.
     *
     * @return the number of answers by status, and of lost connections by reason
     */
    public static Map<String, Long> flood(Stage stage, String file, int first, int end) throws InterruptedException {
        Generator generator = stage.generator();
        AddressFlood flood = generator.ask(
                () -> AddressFlood.start(generator, stage.address(), "/files/" + file, FLOOD_CONNECTIONS, first, end));
        Waiting.await("the flood of addresses", flood.over(), FLOOD_PATIENCE);
        return generator.ask(flood::outcomes);
    }
}
