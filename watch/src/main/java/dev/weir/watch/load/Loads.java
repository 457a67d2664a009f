package dev.weir.watch.load;

import dev.weir.perf.load.Calls.SignedCall;
import dev.weir.perf.load.Generator;
import dev.weir.perf.trial.SignerProcess.Signatures;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The client loads of all servers. Thread-safe: each method passes its work to the load generator's event loop. */
public final class Loads implements AutoCloseable {
    private static final Duration BETWEEN_EVENTS = Duration.ofMillis(500);
    private static final Duration BETWEEN_CALLS = Duration.ofMillis(250);

    private final Generator generator = new Generator(false);
    private final Signatures signatures;
    private final ExecutorService signer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("weir-signer").factory());
    // Only the event loop uses these.
    private final List<ServerLoad> servers = new ArrayList<>();
    private final Set<LoadKind> on = EnumSet.noneOf(LoadKind.class);

    public Loads(Signatures signatures) {
        this.signatures = signatures;
    }

    /**
     * Starts the few clients that run even if all loads are off. They begin as soon as their server answers.
     *
     * @param addresses the addresses of the servers, in their order on the page
     * @param token the servers' {@code weir.events.publisher-token}
     */
    public void begin(List<InetSocketAddress> addresses, String token) {
        generator.execute(() -> {
            addresses.forEach(address -> servers.add(new ServerLoad(generator, address, token, this::sign)));
            publish();
        });
    }

    private void publish() {
        servers.forEach(ServerLoad::publish);
        generator.after(BETWEEN_EVENTS, this::publish);
    }

    private void sign(SoapCaller caller) {
        generator.after(BETWEEN_CALLS, () -> {
            if (!signer.isShutdown()) {
                signer.execute(() -> {
                    SignedCall call = signatures.sign(1).getFirst();
                    generator.execute(() -> caller.send(call));
                });
            }
        });
    }

    /** Switches a load on or off, on all servers. */
    public void set(LoadKind kind, boolean wanted) {
        generator.execute(() -> {
            if (wanted) {
                on.add(kind);
            } else {
                on.remove(kind);
            }
            servers.forEach(server -> server.set(kind, wanted));
        });
    }

    public Map<String, Boolean> state() throws InterruptedException {
        return generator.ask(() -> {
            Map<String, Boolean> state = new HashMap<>();
            Arrays.stream(LoadKind.values()).forEach(kind -> state.put(kind.label(), on.contains(kind)));
            return state;
        });
    }

    public List<Map<String, Double>> figures() throws InterruptedException {
        return generator.ask(() -> servers.stream().map(ServerLoad::figures).toList());
    }

    @Override
    public void close() {
        signer.shutdownNow();
        generator.close();
    }
}
