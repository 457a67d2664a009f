package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Threads for what a call computes: one a processor, since it waits for nothing, and a queue that ends.
 *
 * <p>More threads would only make every call slower; a longer queue would make callers wait for answers they have given
 * up on. Thread-safe; {@link #call} never waits.
 */
public final class SoapPool implements AutoCloseable {
    /** Calls that wait for one thread. */
    private static final int WAITING_PER_THREAD = 16;

    /** Messages that are being read, each of up to {@link SoapTransport#MOST_BYTES}, and slowly if the sender likes. */
    private static final int MOST_READING = 128;

    private final SoapGateway gateway;
    private final InstantSource clock;
    private final Consumer<String> outcomes;
    private final ThreadPoolExecutor threads;
    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger reading = new AtomicInteger();

    /** @param outcomes told what became of each call, on any thread */
    public SoapPool(SoapGateway gateway, int processors, InstantSource clock, Consumer<String> outcomes) {
        this.gateway = gateway;
        this.clock = clock;
        this.outcomes = outcomes;
        this.mostWaiting = WAITING_PER_THREAD * processors;
        // A queue without a lock, and threads that are there: an event loop that hands over parks nowhere.
        this.threads = new ThreadPoolExecutor(
                processors,
                processors,
                0,
                TimeUnit.SECONDS,
                new LinkedTransferQueue<>(),
                Thread.ofPlatform().daemon().name("weir-soap-", 0).factory());
        threads.prestartAllCoreThreads();
    }

    /**
     * Admits one message that is about to be read.
     *
     * @return to be run once, when it is read or will not be
     * @throws RefusedException when too many are being read
     */
    public Runnable read() {
        if (reading.incrementAndGet() > MOST_READING) {
            reading.decrementAndGet();
            outcomes.accept("overloaded");
            throw new RefusedException(Problem.OVERLOADED);
        }
        return reading::decrementAndGet;
    }

    /**
     * Answers a request on a thread of the pool. Cancelled before its turn, it is not computed.
     *
     * @return fails with a {@link RefusedException} for what is no envelope
     * @throws RefusedException when too many wait
     */
    public CompletableFuture<SoapAnswer> call(byte[] request) {
        CompletableFuture<SoapAnswer> answer = new CompletableFuture<>();
        if (waiting.incrementAndGet() > mostWaiting) {
            throw refusal();
        }
        try {
            threads.execute(() -> run(request, answer));
        } catch (RejectedExecutionException e) { // closed
            throw refusal();
        }
        return answer;
    }

    private RefusedException refusal() {
        waiting.decrementAndGet();
        outcomes.accept("overloaded");
        return new RefusedException(Problem.OVERLOADED);
    }

    private void run(byte[] request, CompletableFuture<SoapAnswer> answer) {
        waiting.decrementAndGet();
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
        return waiting.get();
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
