package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.Use;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.ManualTime;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A node that shares rates with other nodes. Each node has its own throttle. The test moves the clock. */
final class SimulatedNode {
    private static final Duration CHUNK_TIME = Duration.ofMillis(100);
    private static final int MANY = 1_000_000;

    final ManualChannel channel;
    final Clients clients;
    final LiveLimits limits;
    private final ManualTime time;
    private final Throttle throttle;
    private final Shares shares;
    private final List<Runnable> later = new ArrayList<>();
    private int slices;
    private boolean resting;

    /** @param globalRate the bytes a second that all nodes may send together, or 0 for no limit */
    SimulatedNode(String name, ManualChannel channel, ManualTime time, long globalRate, Plan plan) {
        this.channel = channel;
        this.time = time;
        LiveLimits.Bucket global = new LiveLimits.Bucket(globalRate, Chunk.bytes(globalRate, CHUNK_TIME));
        throttle = new Throttle(
                new TokenBucket(global.rate(), global.capacity(), 0), Chunk.Time.fixed(CHUNK_TIME), time, time);
        clients = new Clients(throttle, List.of(), plan, new Clients.Limits(MANY, MANY, MANY), time);
        limits = new LiveLimits(throttle, clients, Chunk.Time.fixed(CHUNK_TIME), global, Map.of(plan.name(), plan));
        shares = new Shares(name, channel, new Ticks(), throttle, clients, limits, time);
    }

    static Plan plan(long rate, int weight) {
        return new Plan("plan", rate, Chunk.bytes(rate, CHUNK_TIME), weight, 4, MANY, MANY, false, false);
    }

    void receive() {
        List.copyOf(later).forEach(Runnable::run);
        later.clear();
        channel.arrived().forEach(shares::heard);
    }

    void tick() {
        boolean mayRest = slices++ % Shares.CALM_SLICES != 0;
        if (!mayRest || !resting) {
            resting = shares.tick(mayRest);
        }
    }

    /** Queues tasks for the node's next step. On a real node, the timer thread runs them soon. */
    private final class Ticks implements Ticker {
        @Override
        public void execute(Runnable task) {
            later.add(task);
        }

        @Override
        public void wake() {
            resting = false;
        }
    }

    Client enter(String address) {
        return clients.enter(null, InetAddress.ofLiteral(address), Use.DOWNLOAD);
    }

    Client enter(String key, String address) {
        return clients.enter(key, InetAddress.ofLiteral(address), Use.DOWNLOAD);
    }

    Flow download(String address) {
        return new Flow(this, enter(address), 0);
    }

    Flow slowDownload(String address, long rate) {
        return new Flow(this, enter(address), rate);
    }

    Throttle throttle() {
        return throttle;
    }

    ManualTime time() {
        return time;
    }
}
