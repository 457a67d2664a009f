package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Threads for what a call computes: one a processor, since it waits for nothing, and a queue that ends.
 *
 * <p>More threads would only make every call slower; a longer queue would make callers wait for answers they have given
 * up on. Thread-safe; {@link #call} never waits.
 */
public final class SoapPool implements AutoCloseable {
    /** Calls that wait for one thread: about a tenth of a second. */
    private static final int WAITING_PER_THREAD = 32;

    private final SoapGateway gateway;
    private final InstantSource clock;
    private final Consumer<String> outcomes;
    private final ThreadPoolExecutor threads;

    /** @param outcomes told what became of each call, on any thread */
    public SoapPool(SoapGateway gateway, int processors, InstantSource clock, Consumer<String> outcomes) {
        this.gateway = gateway;
        this.clock = clock;
        this.outcomes = outcomes;
        this.threads = new ThreadPoolExecutor(
                processors,
                processors,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_PER_THREAD * processors),
                Thread.ofPlatform().daemon().name("weir-soap-", 0).factory());
    }

    /**
     * Answers a request on a thread of the pool. Cancelled before its turn, it is not computed.
     *
     * @return fails with a {@link RefusedException} for what is no envelope
     * @throws RefusedException when too many wait
     */
    public CompletableFuture<SoapAnswer> call(byte[] request) {
        CompletableFuture<SoapAnswer> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> run(request, answer));
        } catch (RejectedExecutionException e) {
            outcomes.accept("overloaded");
            throw new RefusedException(Problem.OVERLOADED);
        }
        return answer;
    }

    private void run(byte[] request, CompletableFuture<SoapAnswer> answer) {
        if (answer.isDone()) {
            outcomes.accept("cancelled");
            return;
        }
        try {
            SoapAnswer found = gateway.answer(request, clock.instant());
            outcomes.accept(found.outcome());
            answer.complete(found);
        } catch (RefusedException e) {
            outcomes.accept("refused");
            answer.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            outcomes.accept("failed");
            answer.completeExceptionally(e);
        }
    }

    /** Calls that wait for a thread. */
    public int waiting() {
        return threads.getQueue().size();
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
