package dev.weir.watch.load;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import dev.weir.watch.sample.CounterRate;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** All clients of one server. While the server is down, each of them tries to connect once a second. */
final class ServerLoad {
    private final Tally tally = new Tally();
    private final SplittableRandom random = new SplittableRandom(20260123);
    private final DeliveryDelay delay = new DeliveryDelay();
    private final DeliveryProbe probe;
    private final Population<Download> downloads;
    private final Map<LoadKind, Population<? extends Connection>> populations = new EnumMap<>(LoadKind.class);
    private final CounterRate bytes = new CounterRate(3); // under a second: a change of the limit is seen soon
    private final CounterRate left = new CounterRate(4); // a second: the clients are few

    /** Starts the few clients that run even if all loads are off. */
    ServerLoad(Generator generator, InetSocketAddress server, String token, Consumer<SoapCaller> signing) {
        Tally unread = new Tally(); // their bytes are no download
        probe = new DeliveryProbe(generator, server, token, delay);
        downloads = new Population<>(generator, server, client -> new Download(tally, client));
        populations.put(LoadKind.DOWNLOADS, downloads);
        populations.put(
                LoadKind.SUBSCRIBERS, new Population<>(generator, server, client -> new Subscriber(delay, client)));
        populations.put(LoadKind.SOAP, new Population<>(generator, server, client -> new SoapCaller(client, signing)));
        populations.put(
                LoadKind.STALLED, new Population<>(generator, server, client -> new Download.Stalled(unread, client)));
        populations.put(
                LoadKind.LEAVING,
                new Population<>(
                        generator,
                        server,
                        client -> new Download.Leaving(
                                unread, client, generator::after, stay(), random.nextBoolean(), () -> tally.left++)));
        populations.forEach((kind, population) -> population.resize(kind.gentle()));
    }

    private Duration stay() {
        return Duration.ofMillis(random.nextInt(100, 500));
    }

    void set(LoadKind kind, boolean on) {
        Population<?> population = populations.get(kind);
        if (population != null) {
            population.resize(on ? kind.clients() : kind.gentle());
        }
    }

    void publish() {
        probe.publish();
    }

    /** Returns what the clients have measured, by name, for the page. Called four times a second. */
    Map<String, Double> figures() {
        Map<String, Double> figures = new HashMap<>();
        int clients = downloads.size();
        figures.put("clients", (double) clients);
        figures.put("served", (double)
                downloads.connected().filter(Download::isServed).count());
        long nowNanos = System.nanoTime();
        figures.put("clientRate", bytes.add(nowNanos, (double) tally.bytes).orElse(0) / Math.max(1, clients));
        figures.put("left", left.add(nowNanos, (double) tally.left).orElse(0));
        figures.put("delay", delay.seconds(nowNanos));
        return figures;
    }
}
