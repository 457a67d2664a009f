package dev.weir.servlet.chain;

import dev.weir.chain.Chain;
import dev.weir.chain.ChainLevel;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.web.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Calls the next level of a chain ({@link Chain}) with the JDK's {@link HttpClient}. No thread blocks while a call
 * waits. Each waiting call has its own connection, and the number of connections is not limited. By default, the
 * {@code HttpClient} closes a connection that has been idle for 30 s. Thread-safe.
 */
final class ChainCalls implements AutoCloseable {
    private static final long MOST_BYTES = 64 << 10;

    private final Chain chain;
    private final DisconnectSweep disconnectSweep;
    private final ExecutorService threads = Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("weir-chain-", 0).factory());
    private final HttpClient client = HttpClient.newBuilder()
            .executor(threads)
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();

    ChainCalls(Chain chain, DisconnectSweep disconnectSweep) {
        this.chain = chain;
        this.disconnectSweep = disconnectSweep;
    }

    /**
     * Admits a request and calls the next level of the chain. The last level calls nobody, and its answer completes
     * after the delay that the request names. When the client disconnects, the answer is cancelled. Call this method on
     * the request's thread.
     */
    ChainCall begin(Exchange exchange) {
        ChainLevel level = chain.enter(exchange);
        CompletableFuture<String> answer =
                level.isLast() ? delayed(level) : sent(level, next(level, exchange.request()));
        Runnable unwatch = disconnectSweep.watch(exchange.request(), () -> {
            answer.cancel(false);
            disconnectSweep.ask(); // the next level may be in this server, and loses its client now
        });
        return new ChainCall(level, answer, unwatch);
    }

    private URI next(ChainLevel level, HttpServletRequest request) {
        InetAddress local = InetAddress.ofLiteral(request.getLocalAddr());
        return chain.next(level, request.getScheme(), new InetSocketAddress(local, request.getLocalPort()));
    }

    private static CompletableFuture<String> delayed(ChainLevel level) {
        return new CompletableFuture<String>()
                .completeOnTimeout(level.answer(), level.delay().toNanos(), TimeUnit.NANOSECONDS);
    }

    CompletableFuture<String> sent(ChainLevel level, URI next) {
        CompletableFuture<HttpResponse<byte[]>> call = client.sendAsync(
                HttpRequest.newBuilder(next).build(),
                HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_BYTES));
        CompletableFuture<String> answer =
                call.thenApply(response -> level.answer(response.statusCode(), response.body()));
        var _ = answer.orTimeout(level.patience().toNanos(), TimeUnit.NANOSECONDS)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        call.cancel(true); // the failure of the answer alone does not close the connection
                    }
                });
        return answer;
    }

    /** Aborts all calls that wait for an answer. */
    @Override
    public void close() {
        client.shutdownNow();
        threads.shutdown();
    }
}
