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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Threads for what a call computes: one a processor, since it waits for nothing, and a queue that ends.
 *
 * <p>More threads would only make every call slower; a longer queue would make callers wait for answers they have given
 * up on. Thread-safe; {@link #call} never waits.
 */
public final class SoapPool implements AutoCloseable {
    /** Calls that wait for one thread. */
    private static final int WAITING_PER_THREAD = 16;

    private final SoapGateway gateway;
    private final MessageBudget budget;
    private final InstantSource clock;
    private final Consumer<String> outcomes;
    private final ThreadPoolExecutor threads;
    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param outcomes told what became of each call, on any thread */
    public SoapPool(
            SoapGateway gateway, MessageBudget budget, int processors, InstantSource clock, Consumer<String> outcomes) {
        this.gateway = gateway;
        this.budget = budget;
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
     * Admits one message that is about to be read, to be {@linkplain #call called} or closed.
     *
     * @param client the name of who sends it
     * @param field the value of the request's header field by name, or null
     * @param evicted told at most once, on any thread, that the message will be refused, since others need its memory:
     *     must not wait; the transport ends the request with {@link Problem#OVERLOADED} and reads no more of it
     * @throws RefusedException when it is no SOAP, or there is no memory for it
     */
    public IncomingMessage read(String client, Function<String, @Nullable String> field, Runnable evicted) {
        boolean spoken = SoapTransport.check(field);
        try {
            return budget.begin(client, spoken, evicted);
        } catch (RefusedException e) {
            outcomes.accept("overloaded");
            throw e;
        }
    }

    /**
     * Answers a message that has come whole, on a thread of the pool, and closes it. Cancelled before its turn, it is not
     * computed.
     *
     * @return fails with a {@link RefusedException} for what is no envelope
     * @throws RefusedException when too many wait
     */
    public CompletableFuture<SoapAnswer> call(IncomingMessage message) {
        CompletableFuture<SoapAnswer> answer = new CompletableFuture<>();
        try {
            budget.complete(message);
            if (!message.isSpoken) {
                return refusedVersion(message);
            }
            enqueue(message, answer);
        } catch (RefusedException e) {
            message.close();
            outcomes.accept("overloaded");
            throw e;
        }
        return answer;
    }

    private CompletableFuture<SoapAnswer> refusedVersion(IncomingMessage message) {
        message.close();
        SoapAnswer answer = SoapAnswer.unsigned(SoapFault.VERSION_MISMATCH);
        outcomes.accept(answer.outcome());
        return CompletableFuture.completedFuture(answer);
    }

    private void enqueue(IncomingMessage message, CompletableFuture<SoapAnswer> answer) {
        if (waiting.incrementAndGet() > mostWaiting) {
            throw refusal();
        }
        try {
            threads.execute(() -> run(message, answer));
        } catch (RejectedExecutionException e) { // closed
            throw refusal();
        }
    }

    private RefusedException refusal() {
        waiting.decrementAndGet();
        return new RefusedException(Problem.OVERLOADED);
    }

    private void run(IncomingMessage message, CompletableFuture<SoapAnswer> answer) {
        waiting.decrementAndGet();
        byte[] request;
        try (message) {
            request = message.bytes();
        }
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
