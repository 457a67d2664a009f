package dev.weir.perf.storm;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Connections;
import dev.weir.perf.load.Exchange;
import dev.weir.perf.load.SteadyLoad;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    static final String DESCRIPTION = """
        The table holds %,d clients, as it does by default. %,d of them are busy: each has a download, and may have \
        one. Then each address of a million (--addresses) asks once for %d bytes and is idle from then on; it is told \
        by X-Forwarded-For on the connections of a trusted proxy. The heap is what lives after full collections. \
        In the end every busy client asks again: one that is still known gets 429, a forgotten one would get 200. \
        Apart from that, a table for %,d clients who are all busy: %d newcomers are told 503, and are served once \
        these have left and their buckets are full.\
        """.formatted(MAX_CLIENTS, BUSY, SMALL_BYTES, FULL, NEWCOMERS);

    private AddressStorm() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        Map<String, Long> errors = new TreeMap<>();
        Map<String, List<Long>> raw = new TreeMap<>();
        List<Figure> figures = new ArrayList<>();
        List<String> command;
        try (Site site = open(setting, MAX_CLIENTS)) {
            command = site.server().command();
            figures.addAll(flood(setting, site, errors, raw));
        }
        try (Site site = open(setting, FULL)) {
            figures.addAll(fill(site, errors));
        }
        return new Figure.Found(setting.part(), setting.contender().label(), command, figures, errors, raw);
    }

    private static Site open(Setting setting, int maxClients) throws IOException, InterruptedException {
        ServerPlan plan = Site.apart(RATE_BYTES, 1);
        return Site.open(
                setting,
                plan,
                "-Dweir.throttle.max-clients=" + maxClients,
                "-Dweir.clients[0].address=127.0.0.0/8",
                "-Dweir.clients[0].plan=busy",
                "-Dweir.plans.busy.rate=" + BUSY_BYTES + "B",
                "-Dweir.plans.busy.max-downloads=1");
    }

    private static List<Figure> flood(Setting setting, Site site, Map<String, Long> errors, Map<String, List<Long>> raw)
            throws IOException, InterruptedException {
        int addresses = setting.sizes().addresses();
        site.target("small.bin", SMALL_BYTES);
        SteadyLoad busy = busy(site, BUSY);
        long emptyHeap = liveHeap(site);
        List<Long> counts = new ArrayList<>(List.of(0L));
        List<Long> heaps = new ArrayList<>(List.of(emptyHeap));
        long served = 0;
        long startNanos = System.nanoTime();
        // The full table twice, where it may still grow, and then the rest at once.
        int[] steps = {0, MAX_CLIENTS, 2 * MAX_CLIENTS, addresses / 2, addresses};
        for (int i = 1; i < steps.length; i++) {
            Map<String, Long> outcomes = site.flood("small.bin", steps[i - 1], steps[i]);
            System.out.printf("%s: %,d addresses, %s%n", setting.contender(), steps[i], outcomes);
            served += outcomes.getOrDefault("200", 0L);
            outcomes.forEach((status, count) -> {
                if (!status.equals("200")) {
                    errors.merge("newcomer: " + status, count, Long::sum);
                }
            });
            counts.add((long) steps[i]);
            heaps.add(liveHeap(site));
        }
        double perSecond = addresses / ((System.nanoTime() - startNanos) / 1e9);
        errors.putAll(site.generator().ask(busy::errors));
        Map<String, Long> again = ask(site, new Connections.SourceAddresses(), BUSY);
        raw.put("addresses that have asked", counts);
        raw.put("live heap after them, bytes", heaps);
        long fullHeap = heaps.get(1);
        return List.of(
                Figure.exactly("addresses served", served, addresses, ""),
                Figure.told("of them a second, collections included", perSecond, ""),
                Figure.told("live heap, %d clients".formatted(BUSY), (double) emptyHeap / 1e6, "MB"),
                Figure.told("live heap, a full table", fullHeap / 1e6, "MB"),
                Figure.told("heap a client", (double) (fullHeap - emptyHeap) / (MAX_CLIENTS - BUSY), "bytes"),
                Figure.atMost("live heap, all addresses", heaps.getLast() / 1e6, GROWTH * fullHeap / 1e6, "MB"),
                Figure.exactly("busy clients that are told 429", again.getOrDefault("429", 0L), BUSY, ""));
    }

    private static List<Figure> fill(Site site, Map<String, Long> errors) throws IOException, InterruptedException {
        site.target("small.bin", SMALL_BYTES);
        SteadyLoad busy = busy(site, FULL);
        Map<String, Long> refused = site.flood("small.bin", 0, NEWCOMERS);
        errors.putAll(site.generator().ask(busy::errors));
        site.generator().execute(busy::breakOff);
        site.awaitMeter("weir.downloads.active", 0);
        Thread.sleep(TO_FILL);
        Map<String, Long> served = site.flood("small.bin", 0, NEWCOMERS);
        return List.of(
                Figure.exactly("all busy: newcomers that are told 503", refused.getOrDefault("503", 0L), NEWCOMERS, ""),
                Figure.exactly(
                        "when these have left: newcomers served", served.getOrDefault("200", 0L), NEWCOMERS, ""));
    }

    /** Starts downloads that go on for hours. */
    private static SteadyLoad busy(Site site, int downloads) throws IOException, InterruptedException {
        SteadyLoad load = new SteadyLoad(
                site.generator(), site.target("large.bin", FILE_BYTES), Collections.nCopies(downloads, 1));
        double before = site.meter("weir.downloads.active");
        site.generator().execute(() -> load.start(RAMP));
        site.awaitMeter("weir.downloads.active", before + downloads);
        return load;
    }

    /** Has addresses ask once more; how many were answered how. */
    private static Map<String, Long> ask(Site site, Connections.SourceAddresses addresses, int count)
            throws InterruptedException {
        Map<String, Long> outcomes = new TreeMap<>();
        Exchange.Listener listener = new Exchange.Listener() {
            @Override
            public void answered(int status, ClosedLoop.Recorder.Timing timing) {
                outcomes.merge(Integer.toString(status), 1L, Long::sum);
            }

            @Override
            public void failed(String reason) {
                outcomes.merge(reason, 1L, Long::sum);
            }
        };
        for (int i = 0; i < count; i++) {
            site.generator()
                    .execute(() -> Exchange.start(
                            site.generator(),
                            site.server().address(),
                            addresses.next(),
                            Exchange.get("/files/small.bin"),
                            listener));
        }
        Thread.sleep(TO_FILL);
        return site.generator().ask(() -> Map.copyOf(outcomes));
    }

    private static long liveHeap(Site site) throws IOException {
        return site.server().memory().liveHeapBytes().orElseThrow();
    }
}
