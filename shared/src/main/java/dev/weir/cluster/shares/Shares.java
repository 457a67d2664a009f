package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.throttle.Throttle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Applies limits to all nodes of a cluster together: the global rate, and each client's rate, downloads and
 * subscribers. One thread calls all public methods.
 * <ul>
 * <li>Once per {@link #SLICE}, or less often without news, each node broadcasts its demand and use ({@link Report}).
 * <li>From the reports, each node computes its own fraction of each rate ({@link Split}).
 * <li>A node may use a larger fraction only after the other nodes have reduced theirs ({@link Holding}).
 * <li>If a node no longer receives its own messages, it keeps its last fractions.
 * </ul>
 */
public final class Shares {
    /** The time between two calls of {@link #tick}, unless the node rests. */
    public static final Duration SLICE = Duration.ofMillis(100);

    /** A node without news works only once in this many slices. */
    public static final int CALM_SLICES = 3;

    private final String node;
    private final Channel channel;
    private final Ticker ticker;
    private final Clients clients;
    private final LiveLimits limits;
    private final LongSupplier nanoClock;

    private final OwnClients own = new OwnClients();
    private final Peers peers = new Peers();
    private final GlobalShare global = new GlobalShare();
    private final Parts parts;
    private final Pace pace;
    private final Rest rest;

    /**
     * @param node the name of this node. It must be unique, and must change with each restart
     * @param ticker calls {@link #tick}, and runs tasks on the thread that calls {@link #tick} and {@link #heard}
     */
    public Shares(
            String node,
            Channel channel,
            Ticker ticker,
            Throttle throttle,
            Clients clients,
            LiveLimits limits,
            LongSupplier nanoClock) {
        this.node = node;
        this.channel = channel;
        this.ticker = ticker;
        this.parts = new Parts(throttle, global);
        this.clients = clients;
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.pace = new Pace(nanoClock.getAsLong());
        this.rest = new Rest(ticker, nanoClock.getAsLong());
        global.answered(peers.nodes());
        clients.onChange(this::changed);
    }

    private void changed(Client client) {
        if (own.changed(client)) {
            rest.end();
        } else {
            ticker.execute(() -> begin(client));
        }
    }

    private void begin(Client client) {
        if (own.get(client) != null || client.isRevoked()) { // another client may have the key, and so the name
            return;
        }
        long nowNanos = nanoClock.getAsLong();
        ClientShare share = new ClientShare(client, peers.nodes(), nowNanos);
        own.add(share);
        share.look(peers.nodes(), nowNanos);
        takeCounts(share);
        parts.apply(List.of(share));
        own.tell(share);
        rest.end();
    }

    /**
     * Samples the demand of the clients. Broadcasts a report if one is due.
     *
     * @param mayRest if true, this call does nothing while this node has no news. At least one call per
     *     {@link #CALM_SLICES} slices must pass false, because a node that sends no reports counts as dead
     * @return whether the caller may leave out all calls until the next one that passes false, or until
     *     {@link Ticker#wake}
     */
    public boolean tick(boolean mayRest) {
        if (!mayRest || !isCalm()) {
            long nowNanos = nanoClock.getAsLong();
            Collection<ClientShare> told = sample(nowNanos);
            if (pace.isDue(nowNanos)) {
                if (pace.isAwaited()) {
                    channel.renew();
                }
                tell(told, nowNanos);
            }
        }
        return rest.begin(this::isCalm);
    }

    private Collection<ClientShare> sample(long nowNanos) {
        List<ClientShare> told = new ArrayList<>();
        boolean isAll = limits.global().rate() > 0; // its demand is the sum of all
        for (ClientShare share : own.due(isAll, rest.slices(nowNanos))) {
            share.look(peers.nodes(), nowNanos);
            if (share.hasEnded()) {
                end(share, nowNanos);
            } else {
                own.tell(share); // even if no message is sent now, because not all will be due in the next slice
                told.add(share);
            }
        }
        return told;
    }

    /** Whether this node has nothing to tell or to ask, and no client's part of the limits is about to change. */
    private boolean isCalm() {
        return limits.global().rate() == 0 && own.isCalm() && peers.areCalm();
    }

    private void end(ClientShare share, long nowNanos) {
        share.answered(peers.nodes(), true);
        share.elsewhere.clear();
        share.elsewhere.apply(share.client, clients);
        parts.apply(List.of(share));
        own.remove(share);
        share.look(peers.nodes(), nowNanos);
        if (!share.hasEnded()) {
            begin(share.client); // a download began before the removal, so changed found the old share
        }
    }

    private void tell(Collection<ClientShare> due, long nowNanos) {
        global.sum(limits.global().rate(), due, peers.nodes());
        if (pace.isAnswered()) {
            due.forEach(share -> share.want(peers.nodes()));
            global.want(peers.nodes());
            parts.apply(due);
            pace.announced();
        }
        due.forEach(own::tell);
        StringBuilder text = Report.begin(node, pace.next(nowNanos), !peers.areKnown());
        global.tell(text);
        own.tell(text);
        pace.sent(channel.send(text.toString()));
        own.tellAnew(!pace.isAwaited()); // the next message must tell what was new in one that was not sent
    }

    /** Processes a message. Call this for each message that the {@link Channel} receives, including this node's own. */
    public void heard(String message) {
        Report.parse(message).ifPresent(report -> {
            if (!report.node().equals(node)) {
                peers.heard(report, own::watch);
                own.tellAnew(report.asks());
            } else if (pace.heard(report.number())) {
                round(message.length());
            }
            if (!isCalm()) {
                rest.end();
            }
        });
    }

    private void round(int length) {
        if (peers.round()) {
            own.watchAll();
        }
        pace.slow(length + peers.length());
        if (peers.countsChanged()) {
            own.all().forEach(this::takeCounts);
        }
        own.watched().forEach(peers::readShares);
        own.watched().forEach(share -> share.answered(peers.nodes(), peers.areKnown()));
        peers.read(global.holding.others);
        global.answered(peers.nodes());
        parts.apply(own.watched());
        if (peers.areKnown()) {
            own.release();
        }
    }

    private void takeCounts(ClientShare share) {
        peers.readCounts(share.key, share.elsewhere);
        share.elsewhere.apply(share.client, clients);
    }
}
