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
 * Sends the calls of a chain with the JDK's {@link HttpClient}, which blocks no thread. Each call that waits has a
 * connection of its own, and the client does not limit them. An idle connection to another service ends after 30 s, the
 * client's default. Thread-safe.
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
     * Admits a request and calls the next level. The last level calls nobody: its answer completes after its delay.
     * When the client leaves, the call is cancelled. Call it on the request's thread.
     */
    ChainCall begin(Exchange exchange) {
        ChainLevel level = chain.enter(exchange);
        CompletableFuture<String> answer =
                level.isLast() ? delayed(level) : sent(level, next(level, exchange.request()));
        Runnable unwatch = disconnectSweep.watch(exchange.request(), () -> {
            answer.cancel(false);
            disconnectSweep.ask(); // the next level has lost its client, too
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
                        call.cancel(true); // closes the connection, which a cancelled or late answer has not done
                    }
                });
        return answer;
    }

    /** Ends all calls that wait. */
    @Override
    public void close() {
        client.shutdownNow();
        threads.shutdown();
    }
}
