package dev.weir.perf.storm;

import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Operator;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Sends many more addresses than the table of clients remembers, beside busy ones, and asks who was forgotten. */
final class AddressStorm {
    private static final int MAX_CLIENTS = 100_000;
    private static final int FULL = 1_000;
    private static final int BUSY = 1_000;
    private static final int NEWCOMERS = 200;
    private static final int FILE_BYTES = 64 << 20;
    private static final int SMALL_BYTES = 100;
    private static final long BUSY_BYTES = 4 << 10;
    private static final long RATE_BYTES = 200 << 10;
    private static final Duration RAMP = Duration.ofSeconds(1);
    private static final Duration TO_FILL = Duration.ofSeconds(3);
    /** Of the heap, from a full table on. */
    private static final double GROWTH = 1.05;

    static final Storm STORM = new Storm(
            "A table of clients that is bounded (C04)",
            """
            The table holds %,d clients, as it does by default. %,d of them are busy: each has a download, and may have \
            one. Then each address of a million (--addresses) asks once for %d bytes and is idle from then on; it is told \
            by X-Forwarded-For on the connections of a trusted proxy. The heap is what lives after full collections. \
            In the end every busy client asks again: one that is still known gets 429, a forgotten one would get 200. \
            Apart from that, a table for %,d clients who are all busy: %d newcomers are told 503, and are served once \
            these have left and their buckets are full.\
            """.formatted(MAX_CLIENTS, BUSY, SMALL_BYTES, FULL, NEWCOMERS),
            AddressStorm::run);

    private AddressStorm() {}

    private static void run(Setting setting, Findings found) throws IOException, InterruptedException {
        try (Site site = Site.open(setting, table(MAX_CLIENTS), found)) {
            flood(site, found);
        }
        try (Site site = Site.open(setting, table(FULL), found)) {
            fill(site, found);
        }
    }

    private static Storm.Setup table(int maxClients) {
        return Storm.Setup.apart(RATE_BYTES, 1)
                .with(
                        "-Dweir.throttle.max-clients=" + maxClients,
                        "-Dweir.clients[0].address=127.0.0.0/8",
                        "-Dweir.clients[0].plan=busy",
                        "-Dweir.plans.busy.rate=" + BUSY_BYTES + "B",
                        "-Dweir.plans.busy.max-downloads=1");
    }

    private static void flood(Site site, Findings found) throws IOException, InterruptedException {
        int addresses = site.sizes().addresses;
        site.target("small.bin", SMALL_BYTES);
        DownloadLoad busy = busy(site, BUSY);
        long emptyHeap = liveHeap(site);
        List<Long> counts = new ArrayList<>(List.of(0L));
        List<Long> heaps = new ArrayList<>(List.of(emptyHeap));
        long served = 0;
        long startNanos = System.nanoTime();
        // The full table twice, where it may still grow, and then the rest at once.
        int[] steps = {0, MAX_CLIENTS, 2 * MAX_CLIENTS, addresses / 2, addresses};
        for (int i = 1; i < steps.length; i++) {
            Map<String, Long> outcomes = Operator.flood(site, "small.bin", steps[i - 1], steps[i]);
            site.say("%,d addresses".formatted(steps[i]), outcomes);
            served += outcomes.getOrDefault("200", 0L);
            outcomes.forEach((status, count) -> {
                if (!status.equals("200")) {
                    found.errors(Map.of("newcomer: " + status, count));
                }
            });
            counts.add((long) steps[i]);
            heaps.add(liveHeap(site));
        }
        double perSecond = addresses / ((System.nanoTime() - startNanos) / 1e9);
        found.errors(site.ask(busy::errors));
        long fullHeap = heaps.get(1);
        found.exactly("addresses served", served, addresses);
        found.measured("of them a second, collections included", perSecond, "");
        found.measured("live heap, %d clients".formatted(BUSY), emptyHeap / 1e6, "MB");
        found.measured("live heap, a full table", fullHeap / 1e6, "MB");
        found.measured("heap a client", (double) (fullHeap - emptyHeap) / (MAX_CLIENTS - BUSY), "bytes");
        found.atMost("live heap, all addresses", heaps.getLast() / 1e6, GROWTH * fullHeap / 1e6, "MB");
        found.exactly("busy clients that are told 429", toldTooMany(site), BUSY);
        found.raw("addresses that have asked", counts);
        found.raw("live heap after them, bytes", heaps);
    }

    private static void fill(Site site, Findings found) throws IOException, InterruptedException {
        site.target("small.bin", SMALL_BYTES);
        DownloadLoad busy = busy(site, FULL);
        Map<String, Long> refused = Operator.flood(site, "small.bin", 0, NEWCOMERS);
        found.errors(site.ask(busy::errors));
        site.execute(busy::breakOff);
        site.awaitMeter("weir.downloads.active", 0);
        Thread.sleep(TO_FILL);
        Map<String, Long> served = Operator.flood(site, "small.bin", 0, NEWCOMERS);
        found.exactly("all busy: newcomers that are told 503", refused.getOrDefault("503", 0L), NEWCOMERS);
        found.exactly("when these have left: newcomers served", served.getOrDefault("200", 0L), NEWCOMERS);
    }

    /** Starts downloads that go on for hours. */
    private static DownloadLoad busy(Site site, int downloads) throws IOException, InterruptedException {
        DownloadLoad load = DownloadLoad.endless(
                site.generator(), site.target("large.bin", FILE_BYTES), Collections.nCopies(downloads, 1));
        double before = site.meter("weir.downloads.active");
        site.execute(() -> load.start(RAMP));
        site.awaitMeter("weir.downloads.active", before + downloads);
        return load;
    }

    /** Has each busy client ask once more; how many were answered by 429. */
    private static long toldTooMany(Site site) throws InterruptedException {
        Generator.SourceAddresses addresses = new Generator.SourceAddresses();
        AtomicLong told = new AtomicLong();
        for (int i = 0; i < BUSY; i++) {
            site.execute(() -> {
                var _ = Operator.exchange(
                                site.generator(),
                                site.address(),
                                addresses.next(),
                                SingleRequest.StatusCheck.get("/files/small.bin"))
                        .thenAccept(answer -> told.addAndGet(answer.status() == 429 ? 1 : 0));
            });
        }
        Thread.sleep(TO_FILL);
        return told.get();
    }

    private static long liveHeap(Site site) throws IOException {
        return site.server().memory().liveHeapBytes().orElseThrow();
    }
}
