package dev.weir.resilience.storm;

import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.result.Checks;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Stress tests ({@link Storm}) of the server's table of client addresses: with many addresses, and with many requests
 * of one address.
 */
final class AddressStorms {
    private static final int MAX_CLIENTS = 100_000;
    private static final int BUSY = 1_000;
    private static final int NEWCOMERS = 200;
    private static final String SMALL = "small.bin";
    private static final int SMALL_BYTES = 100;
    private static final double GROWTH = 1.05;
    private static final int ONLY_CLIENT = 1;

    static final Storm TABLE = new Storm(
            "A bounded table of clients (C04)",
            """
            The server's table holds %,d clients, the default. %,d of them are busy: each has one download and may \
            have no second one. Then each of a million addresses (--addresses) asks once for %d bytes and stays idle. \
            A trusted proxy names the address in X-Forwarded-For. The heap is measured after full collections. At the \
            end every busy client asks again: the server must remember it and answer 429. A forgotten client would get \
            200. A second server has a table of %,d clients, and all of them are busy. It must answer %d newcomers \
            with 503, and serve them once the busy clients have left and their token buckets are full.\
            """.formatted(MAX_CLIENTS, BUSY, SMALL_BYTES, BUSY, NEWCOMERS),
            (stage, checks) -> {
                stage.serve(table(MAX_CLIENTS));
                flood(stage, checks);
                stage.serve(table(BUSY));
                fill(stage, checks);
            });

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
        DownloadLoad busy = busy(stage);
        List<Long> heaps = new ArrayList<>(List.of(stage.liveHeapBytes()));
        long served = 0;
        long startNanos = System.nanoTime();
        // The table is full after the first step, but its memory may still grow in the second.
        List<Integer> steps = List.of(0, MAX_CLIENTS, 2 * MAX_CLIENTS, addresses / 2, addresses);
        for (int i = 1; i < steps.size(); i++) {
            Map<String, Long> outcomes = new TreeMap<>(stage.flood(SMALL, steps.get(i - 1), steps.get(i)));
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
        stage.execute(busy::breakOff);
    }

    private static void fill(Stage stage, Checks checks) throws IOException, InterruptedException {
        DownloadLoad busy = busy(stage);
        Map<String, Long> refused = stage.flood(SMALL, 0, NEWCOMERS);
        checks.errors(stage.ask(busy::errors));
        stage.execute(busy::breakOff);
        stage.awaitMeter("weir.downloads.active", 0);
        // The token buckets of the clients that have left fill.
        Thread.sleep(Duration.ofSeconds(3));
        Map<String, Long> served = stage.flood(SMALL, 0, NEWCOMERS);
        checks.exactly("all busy: newcomers answered with 503", refused.getOrDefault("503", 0L), NEWCOMERS);
        checks.exactly("busy clients gone: newcomers served", served.getOrDefault("200", 0L), NEWCOMERS);
    }

    private static DownloadLoad busy(Stage stage) throws IOException, InterruptedException {
        stage.target(SMALL, SMALL_BYTES);
        DownloadLoad load =
                DownloadLoad.endless(stage.generator, stage.huge(), BUSY).start(Duration.ofSeconds(1));
        stage.awaitMeter("weir.downloads.active", BUSY);
        return load;
    }

    private static long refusedBusyClients(Stage stage) throws InterruptedException {
        String request = RawSocket.get("/files/" + SMALL);
        try (Crowd busy = Crowd.of(BUSY, Duration.ofSeconds(1), number -> {
            int client = number - RawSocket.FIRST; // has the address that the generator gave to a busy client
            return Integer.toString(RawSocket.status(stage.address(), client, request));
        })) {
            stage.say("busy clients", busy.await(Duration.ofSeconds(10)));
            return busy.counted("429");
        }
    }

    static Storm sequential() {
        int fileBytes = 10_003;
        return new Storm("One request after the other (D15)", """
            A plan allows one download and one subscriber. One client downloads %,d bytes --messages times. Each time it \
            opens a new connection as soon as it has the last byte of the download before. Then it polls as often: every \
            second poll is answered at once, and the others wait 2 ms and get no event.\
            """.formatted(fileBytes), (stage, checks) -> {
            stage.serve(Storm.shared(0, 1));
            int count = stage.sizes.messages;
            byte[] file = stage.target("sequential.bin", fileBytes).body().bytes();
            String cursor = publish(stage);
            publish(stage);
            Map<String, Long> downloads = new TreeMap<>();
            Map<String, Long> polls = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                downloads.merge(Fetch.once(stage, ONLY_CLIENT, "sequential.bin", file), 1L, Long::sum);
            }
            for (int i = 0; i < count; i++) {
                polls.merge(poll(stage, i % 2 == 0 ? "after=" + cursor : "timeout=2ms"), 1L, Long::sum);
            }
            stage.say("downloads", downloads);
            stage.say("polls", polls);
            long events = polls.getOrDefault("200", 0L);
            long none = polls.getOrDefault("204", 0L);
            checks.exactly("downloads", downloads.getOrDefault(Fetch.WHOLE, 0L), count);
            checks.exactly("downloads refused", downloads.getOrDefault("status 429", 0L), 0);
            checks.exactly("polls answered with an event", events, count / 2);
            checks.exactly("polls without an event", none, count / 2);
            checks.exactly("polls refused", count - events - none, 0);
        });
    }

    private static String poll(Stage stage, String query) throws IOException {
        try (RawSocket socket = stage.connect(ONLY_CLIENT)) {
            RawSocket.AnswerHead head =
                    socket.send(RawSocket.get("/events/next?" + query)).head();
            socket.body(head);
            return Integer.toString(head.status());
        }
    }

    private static String publish(Stage stage) throws IOException {
        try (RawSocket socket = stage.connect(0)) {
            RawSocket.AnswerHead head = socket.send(RawSocket.publication("x")).head();
            return socket.body(head).replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
        }
    }
}
