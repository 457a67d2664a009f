package dev.weir.perf.storm;

import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest;
import dev.weir.perf.load.Target;
import dev.weir.perf.result.Checks;
import dev.weir.perf.storm.Storm.Setting;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A {@link Storm} of requests from more client addresses than the server's table of clients can hold. The server must
 * not forget the clients that are busy.
 */
final class AddressStorm {
    private static final int MAX_CLIENTS = 100_000;
    private static final int FULL = 1_000;
    private static final int BUSY = 1_000;
    private static final int NEWCOMERS = 200;
    private static final int SMALL_BYTES = 100;
    private static final Duration TO_FILL = Duration.ofSeconds(3);
    private static final double GROWTH = 1.05;

    static final Storm STORM = new Storm(
            "A bounded table of clients (C04)",
            """
            The server's table holds %,d clients, the default. %,d of them are busy: each has one download and may \
            have no second one. Then each of a million addresses (--addresses) asks once for %d bytes and stays idle. \
            A trusted proxy names the address in X-Forwarded-For. The heap is measured after full collections. At the \
            end every busy client asks again: the server must remember it and answer 429. A forgotten client would get \
            200. A second server has a table of %,d clients, and all of them are busy. It must answer %d newcomers \
            with 503, and serve them once the busy clients have left and their token buckets are full.\
            """.formatted(MAX_CLIENTS, BUSY, SMALL_BYTES, FULL, NEWCOMERS),
            AddressStorm::run);

    private static void run(Setting setting, Checks checks) throws IOException, InterruptedException {
        try (Stage stage = Stage.open(setting, table(MAX_CLIENTS), checks)) {
            flood(stage, checks);
        }
        try (Stage stage = Stage.open(setting, table(FULL), checks)) {
            fill(stage, checks);
        }
    }

    private static ServerPlan table(int maxClients) {
        return Storm.apart(200 << 10, 1)
                .with(
                        "-Dweir.throttle.max-clients=" + maxClients,
                        "-Dweir.clients[0].address=127.0.0.0/8",
                        "-Dweir.clients[0].plan=busy",
                        "-Dweir.plans.busy.rate=4096B",
                        "-Dweir.plans.busy.max-downloads=1");
    }

    private static void flood(Stage stage, Checks checks) throws IOException, InterruptedException {
        int addresses = stage.sizes.addresses;
        stage.target("small.bin", SMALL_BYTES);
        DownloadLoad busy = busy(stage, BUSY);
        List<Long> heaps = new ArrayList<>(List.of(stage.liveHeapBytes()));
        long served = 0;
        long startNanos = System.nanoTime();
        // The table is full after the first step, but its memory may still grow in the second.
        List<Integer> steps = List.of(0, MAX_CLIENTS, 2 * MAX_CLIENTS, addresses / 2, addresses);
        for (int i = 1; i < steps.size(); i++) {
            Map<String, Long> outcomes = new TreeMap<>(stage.flood("small.bin", steps.get(i - 1), steps.get(i)));
            stage.say("%,d addresses".formatted(steps.get(i)), outcomes);
            served += Objects.requireNonNullElse(outcomes.remove("200"), 0L);
            checks.errors(outcomes, " for a newcomer");
            heaps.add(stage.liveHeapBytes());
        }
        double perSecond = addresses / ((System.nanoTime() - startNanos) / 1e9);
        checks.errors(stage.ask(busy::errors));
        long emptyHeap = heaps.getFirst();
        long fullHeap = heaps.get(1);
        checks.exactly("addresses served", served, addresses);
        checks.measured("addresses served per second, including collections", perSecond, "");
        checks.measured("live heap, %d clients".formatted(BUSY), emptyHeap / 1e6, "MB");
        checks.measured("live heap, full table", fullHeap / 1e6, "MB");
        checks.measured("heap per client", (double) (fullHeap - emptyHeap) / (MAX_CLIENTS - BUSY), "bytes");
        checks.atMost("live heap, all addresses", heaps.getLast() / 1e6, GROWTH * fullHeap / 1e6, "MB");
        checks.exactly("busy clients answered with 429", refusedBusyClients(stage), BUSY);
        checks.raw("addresses that have asked", steps);
        checks.raw("live heap after them, bytes", heaps);
    }

    private static void fill(Stage stage, Checks checks) throws IOException, InterruptedException {
        stage.target("small.bin", SMALL_BYTES);
        DownloadLoad busy = busy(stage, FULL);
        Map<String, Long> refused = stage.flood("small.bin", 0, NEWCOMERS);
        checks.errors(stage.ask(busy::errors));
        stage.execute(busy::breakOff);
        stage.awaitMeter("weir.downloads.active", 0);
        Thread.sleep(TO_FILL);
        Map<String, Long> served = stage.flood("small.bin", 0, NEWCOMERS);
        checks.exactly("all busy: newcomers answered with 503", refused.getOrDefault("503", 0L), NEWCOMERS);
        checks.exactly("busy clients gone: newcomers served", served.getOrDefault("200", 0L), NEWCOMERS);
    }

    private static DownloadLoad busy(Stage stage, int downloads) throws IOException, InterruptedException {
        Target large = stage.target("large.bin", 64 << 20);
        double before = stage.meter("weir.downloads.active");
        DownloadLoad load =
                DownloadLoad.endless(stage.generator, large, downloads).start(Duration.ofSeconds(1));
        stage.awaitMeter("weir.downloads.active", before + downloads);
        return load;
    }

    private static long refusedBusyClients(Stage stage) throws InterruptedException {
        Generator.SourceAddresses addresses = new Generator.SourceAddresses();
        AtomicLong refused = new AtomicLong();
        for (int i = 0; i < BUSY; i++) {
            stage.execute(() -> {
                var _ = SingleRequest.StatusCheck.send(
                                stage.generator,
                                stage.address(),
                                addresses.next(),
                                SingleRequest.StatusCheck.get("/files/small.bin"))
                        .thenAccept(reply -> refused.addAndGet(reply.status() == 429 ? 1 : 0));
            });
        }
        Thread.sleep(TO_FILL);
        return refused.get();
    }
}
