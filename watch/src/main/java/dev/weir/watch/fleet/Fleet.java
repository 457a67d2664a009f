package dev.weir.watch.fleet;

import dev.weir.events.EventLog;
import dev.weir.watch.page.Order;
import dev.weir.watch.page.RefusedOrderException;
import dev.weir.watch.sample.ClientSide;
import dev.weir.watch.sample.Sampling;
import dev.weir.watch.sample.ServerSample;
import dev.weir.watch.sample.WatchedServer;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The servers that the page of {@code ./weir watch} shows. */
public class Fleet implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("[\\w.-]{1,64}");
    private static final long MOST_RATE = 1L << 40;

    private final List<WatchedServer> servers;
    private @Nullable Sampling sampling;

    Fleet(List<WatchedServer> servers) {
        this.servers = servers;
    }

    /** Returns a fleet of running servers. {@code managements} are the addresses of their management ports. */
    public static Fleet of(List<URI> managements) {
        return new Fleet(managements.stream()
                .map(uri -> new WatchedServer("", uri, () -> false))
                .toList());
    }

    /** Starts to take regular samples of the servers, and to append them to {@code log}. {@link #close} ends this. */
    public final void sample(EventLog log) {
        sampling = new Sampling(log, servers, clients()).start();
    }

    Callable<ClientSide> clients() {
        return () -> ClientSide.NONE;
    }

    /** Returns the actions that the page may request, by the path of the request. */
    public Map<String, Order> orders() {
        return Map.of("/limits", this::limit);
    }

    final WatchedServer server(int index) {
        return servers.get(index);
    }

    /** Changes one rate limit on all servers that are up, at the same time. */
    private void limit(JsonNode body) throws RefusedOrderException {
        String name = body.path("name").asString("");
        JsonNode rate = body.path("rate");
        if (!NAME.matcher(name).matches()
                || !rate.isIntegralNumber()
                || rate.asLong() < 0
                || rate.asLong() > MOST_RATE) {
            throw new RefusedOrderException("a limit needs a name, and a rate in bytes per second");
        }
        ConcurrentLinkedQueue<String> refusals = new ConcurrentLinkedQueue<>();
        CompletableFuture<?>[] changes = servers.stream()
                .map(server -> CompletableFuture.runAsync(
                        () -> change(server, name, rate.asLong(), refusals), Thread::startVirtualThread))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(changes).join();
        if (!refusals.isEmpty()) {
            throw new RefusedOrderException(String.join("; ", refusals));
        }
    }

    private static void change(WatchedServer server, String name, long rate, ConcurrentLinkedQueue<String> refusals) {
        try {
            if (server.now().state() == ServerSample.State.UP) {
                server.limit(name, rate);
            }
        } catch (IOException e) {
            refusals.add(server.name() + ": " + Objects.toString(e.getMessage(), "does not answer"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (sampling != null) {
            sampling.close();
        }
        servers.forEach(WatchedServer::close);
    }
}
