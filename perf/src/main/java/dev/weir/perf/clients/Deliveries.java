package dev.weir.perf.clients;

import dev.weir.perf.Digests;
import dev.weir.perf.load.SourceAddresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Has every client fetch every file of a server through a proxy of its own, several at once. */
final class Deliveries {
    private static final int AT_ONCE = 10;
    private static final int MOST_CUTS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<Client> clients;
    private final List<Sample> samples;
    private final long seed;
    private final Path out;

    /**
     * Fetches nothing yet.
     *
     * @param out for what the clients say, and for copies that are not equal
     */
    Deliveries(List<Client> clients, List<Sample> samples, long seed, Path out) {
        this.clients = clients;
        this.samples = samples;
        this.seed = seed;
        this.out = out;
    }

    List<Delivery> from(String server, InetSocketAddress address) throws IOException, InterruptedException {
        SourceAddresses sources = new SourceAddresses();
        List<Future<Delivery>> running = new ArrayList<>();
        List<Delivery> deliveries = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Client client : clients) {
                for (Sample sample : samples) {
                    InetSocketAddress source = sources.next();
                    running.add(threads.submit(() -> fetch(server, address, source, client, sample)));
                }
            }
            for (Future<Delivery> delivery : running) {
                deliveries.add(delivery.get());
                System.out.println(deliveries.getLast().line());
            }
            return List.copyOf(deliveries);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private Delivery fetch(
            String server, InetSocketAddress address, InetSocketAddress source, Client client, Sample sample)
            throws IOException, InterruptedException {
        String name = server + "-" + client.type().label() + "-" + sample.bytes();
        Path folder = Files.createDirectories(out.resolve(name)).toAbsolutePath();
        clear(folder);
        long drawnFrom = seed ^ (client.type().label() + sample.name()).hashCode();
        Cuts cuts = new Cuts(drawnFrom, sample.bytes(), MOST_CUTS);
        try (CuttingProxy proxy = new CuttingProxy(address, source, cuts)) {
            int asked = 0;
            String fault = "";
            try {
                asked = client.download(sample.at(proxy.address()), folder, out.resolve(name + ".log"), PATIENCE);
            } catch (IOException e) {
                fault = String.valueOf(e.getMessage());
            }
            List<Path> saved = files(folder);
            if (fault.isEmpty()) {
                fault = fault(saved, sample, proxy.done());
            }
            if (fault.isEmpty()) {
                clear(folder);
                Files.delete(folder);
            }
            String names =
                    saved.stream().map(Path::getFileName).map(Path::toString).collect(Collectors.joining(", "));
            return new Delivery(server, client.type().label(), sample.name(), asked, proxy.done(), names, fault);
        }
    }

    /** What is wrong with what a client left behind; nothing when it is one equal copy, and was not got too easily. */
    static String fault(List<Path> saved, Sample sample, List<Cut> cuts) throws IOException {
        if (saved.size() != 1) {
            return saved.size() + " files instead of one";
        }
        Path copy = saved.getFirst();
        if (!Digests.sha256(copy).equals(sample.sha256())) {
            return "another SHA-256, of " + Files.size(copy) + " bytes instead of " + sample.bytes();
        }
        return cuts.isEmpty() ? Delivery.NOTHING_CUT : "";
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void clear(Path folder) throws IOException {
        for (Path file : files(folder)) {
            Files.delete(file);
        }
    }
}
