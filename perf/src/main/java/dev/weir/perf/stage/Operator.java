package dev.weir.perf.stage;

import dev.weir.perf.load.AddressFlood;
import dev.weir.perf.load.ClosedLoop.Recorder.Timing;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest.StatusCheck;
import dev.weir.perf.trial.Waiting;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Sends an operator's requests, and those of many addresses, over the generator's loop. Thread-safe. */
public final class Operator {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Changes the default plan's rate through the management port, from the generator's loop, at {@code atNanos}. */
    public static CompletableFuture<Timing> changeRate(Stage stage, long rateBytes, long atNanos) {
        CompletableFuture<Timing> changed = new CompletableFuture<>();
        Generator generator = stage.generator();
        String request = StatusCheck.post("/actuator/weir/default", "{\"rate\":" + rateBytes + "}");
        generator.at(atNanos, () -> {
            var _ = StatusCheck.send(generator, stage.management(), Generator.anyAddress(), request)
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

    public static void changeRate(Stage stage, long rateBytes) throws InterruptedException {
        Waiting.await("the change of the rate", changeRate(stage, rateBytes, System.nanoTime()), PATIENCE);
    }

    /** Lets the addresses of these numbers ask once for a small file. Returns the number of answers by status. */
    public static Map<String, Long> flood(Stage stage, String file, int first, int end) throws InterruptedException {
        Generator generator = stage.generator();
        AddressFlood flood = generator.ask(
                () -> AddressFlood.start(generator, stage.address(), "/files/" + file, 1_000, first, end));
        Waiting.await("the flood of addresses", flood.over(), Duration.ofMinutes(10));
        return generator.ask(flood::outcomes);
    }
}
