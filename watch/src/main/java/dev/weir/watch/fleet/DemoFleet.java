package dev.weir.watch.fleet;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.trial.SignerProcess.Signatures;
import dev.weir.perf.trial.SoapKeys;
import dev.weir.watch.load.LoadKind;
import dev.weir.watch.load.Loads;
import dev.weir.watch.page.Order;
import dev.weir.watch.page.RefusedOrderException;
import dev.weir.watch.sample.ClientSide;
import dev.weir.watch.sample.WatchedServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** The servers of {@code ./weir watch --demo}, and their clients. All of them end when this JVM shuts down. */
public final class DemoFleet extends Fleet {
    private static final RandomGenerator RANDOM = new SecureRandom();

    private final List<DemoServer> processes;
    private final Loads loads;

    private DemoFleet(List<DemoServer> processes, Loads loads) {
        super(processes.stream().map(DemoFleet::watched).toList());
        this.processes = processes;
        this.loads = loads;
    }

    /** Starts one server of each kind in {@code contenders}, and clients that begin as soon as their server answers. */
    public static DemoFleet start(List<Contender> contenders, Path modules, int threads) throws IOException {
        byte[] secret = new byte[16];
        RANDOM.nextBytes(secret);
        String token = HexFormat.of().formatHex(secret);
        SoapKeys keys = SoapKeys.ofThisRun();
        List<String> settings = new ArrayList<>(keys.arguments());
        settings.add("--weir.events.publisher-token=" + token);
        Loads loads = new Loads(new Signatures(keys)); // first, since it needs Linux
        List<DemoServer> processes = new ArrayList<>();
        for (Contender contender : contenders) {
            processes.add(new DemoServer(contender, modules, threads, settings));
        }
        loads.begin(processes.stream().map(DemoServer::address).toList(), token);
        return new DemoFleet(processes, loads);
    }

    private static WatchedServer watched(DemoServer process) {
        return new WatchedServer(
                process.name(),
                URI.create("http://127.0.0.1:" + process.management().getPort()),
                process::isAlive);
    }

    @Override
    Callable<ClientSide> clients() {
        return () -> new ClientSide(loads.figures(), loads.state());
    }

    @Override
    public Map<String, Order> orders() {
        Map<String, Order> orders = new HashMap<>(super.orders());
        orders.put("/loads", this::load);
        orders.put("/servers", this::server);
        return orders;
    }

    private void load(JsonNode body) throws RefusedOrderException {
        String name = body.path("name").asString("");
        LoadKind kind = Arrays.stream(LoadKind.values())
                .filter(known -> known.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new RefusedOrderException("there is no such load"));
        loads.set(kind, body.path("on").asBoolean(false));
    }

    /** Kills a server, or starts it again, as the request's JSON says. The kill is abrupt, like a crash. */
    private void server(JsonNode body) throws RefusedOrderException {
        int index = body.path("index").asInt(-1);
        if (index < 0 || index >= processes.size()) {
            throw new RefusedOrderException("there is no such server");
        }
        try {
            if (body.path("up").asBoolean(false)) {
                processes.get(index).startAgain();
                server(index).expect();
            } else {
                processes.get(index).end();
            }
        } catch (IOException e) {
            throw new RefusedOrderException(processes.get(index).name() + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        super.close();
        loads.close();
        processes.forEach(DemoServer::close);
    }
}
