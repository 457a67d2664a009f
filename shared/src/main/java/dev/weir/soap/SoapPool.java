package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.message.SoapFault;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread pool that executes SOAP calls, with one thread per processor. More threads would make every call slower,
 * because calls mainly use CPU time. Thread-safe. {@link #call} never blocks.
 *
 * <p>When the queue is full, a call is refused. With a longer queue, clients would give up before they get the answer.
 */
public final class SoapPool implements AutoCloseable {
    /** The maximum number of calls in the queue, per thread of the pool. */
    private static final int WAITING_PER_THREAD = 16;

    private static final Logger log = LoggerFactory.getLogger(SoapPool.class);

    private final DeferredGateway gateway;
    private final MessageBudget budget;
    private final InstantSource clock;
    private final Consumer<String> outcomes;
    private final ThreadPoolExecutor threads;
    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param outcomes receives the outcome of each call, for example {@code answered}; called on any thread */
    public SoapPool(
            DeferredGateway gateway,
            MessageBudget budget,
            int processors,
            InstantSource clock,
            Consumer<String> outcomes) {
        this.gateway = gateway;
        this.budget = budget;
        this.clock = clock;
        this.outcomes = outcomes;
        this.mostWaiting = WAITING_PER_THREAD * processors;
        // The queue has no lock and all threads are started, so an event loop that adds a call never blocks.
        this.threads = new ThreadPoolExecutor(
                processors,
                processors,
                0,
                TimeUnit.SECONDS,
                new LinkedTransferQueue<>(),
                Thread.ofPlatform().daemon().name("weir-soap-", 0).factory());
        threads.prestartAllCoreThreads();
    }

    /** Creates the SOAP gateway on a thread of the pool in advance, so that the first call need not wait for it. */
    public void prepare() {
        threads.execute(() -> {
            try {
                var _ = gateway.get();
            } catch (IllegalStateException e) {
                if (!threads.isShutdown()) {
                    log.error("no SOAP call can be answered until the server is started again", e);
                }
            }
        });
    }

    /**
     * Creates an empty message for a request. The caller must pass the message to {@link #call} or close it.
     *
     * @param client the name of the sender
     * @param field returns the value of the header field with a given name, or null
     * @param evicted runs at most once, on any thread, if other messages need the memory; must not block. The caller
     *     must then stop reading and answer {@link Problem#OVERLOADED}.
     * @throws RefusedException if the request is not SOAP, or no memory is left
     */
    public IncomingMessage read(String client, Function<String, @Nullable String> field, Runnable evicted) {
        boolean isSoap11 = SoapTransport.check(field);
        try {
            return budget.begin(client, isSoap11, evicted);
        } catch (RefusedException e) {
            outcomes.accept("overloaded");
            throw e;
        }
    }

    /**
     * Answers a completely received message on a thread of the pool, and closes the message. If the returned future is
     * cancelled before a thread starts the call, the call is skipped.
     *
     * @return a future that completes with the answer, or fails, for example with an exception of
     *     {@link SoapGateway#answer}
     * @throws RefusedException if the queue is full, the pool is closed, or the message was evicted
     */
    public CompletableFuture<SoapAnswer> call(IncomingMessage message) {
        CompletableFuture<SoapAnswer> answer = new CompletableFuture<>();
        try {
            budget.complete(message);
            if (!message.isSoap11) {
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
        } catch (RejectedExecutionException e) { // the pool is closed
            throw refusal();
        }
    }

    private RefusedException refusal() {
        waiting.decrementAndGet();
        return new RefusedException(Problem.OVERLOADED);
    }

    private void run(IncomingMessage message, CompletableFuture<SoapAnswer> answer) {
        waiting.decrementAndGet();
        try {
            byte[] request = taken(message);
            if (answer.isDone()) {
                outcomes.accept("cancelled");
            } else {
                answer.complete(compute(request));
            }
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    private SoapAnswer compute(byte[] request) {
        try {
            SoapAnswer found = gateway.get().answer(request, clock.instant());
            outcomes.accept(found.outcome());
            return found;
        } catch (RefusedException e) {
            outcomes.accept("refused");
            throw e;
        } catch (RuntimeException | Error e) {
            outcomes.accept("failed");
            throw e;
        }
    }

    private static byte[] taken(IncomingMessage message) {
        try (message) {
            return message.bytes();
        }
    }

    /** Returns the number of calls that wait for a thread. */
    public int waiting() {
        return waiting.get();
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
