package dev.weir.throttle;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A slow, simple model of {@link Shaper} with exact arithmetic. It tries all possible times of the next grant. */
class NaiveShaper implements AnyShaper {
    private static final BigInteger UNITS_A_BYTE = BigInteger.valueOf(1 << 14);

    private final Chunk.Time chunkTime;
    private final Comparator<NaiveFlow> order;
    private final Map<Share, NaiveFlow> flows = new LinkedHashMap<>();
    private final BucketModel global;
    private final boolean rehearsal;
    private BigInteger virtualTime = BigInteger.ZERO;
    private long arrivals;
    private long due = NextGrant.NEVER;
    private @Nullable Share firstGranted;

    NaiveShaper(long rate, long capacity, long nowNanos, Chunk.Time chunkTime, Comparator<NaiveFlow> order) {
        this.chunkTime = chunkTime;
        this.order = order;
        this.global = new BucketModel(rate, capacity, nowNanos);
        this.rehearsal = false;
    }

    private NaiveShaper(NaiveShaper other) {
        this.chunkTime = other.chunkTime;
        this.order = other.order;
        this.global = new BucketModel(other.global);
        this.rehearsal = true;
        this.virtualTime = other.virtualTime;
        this.arrivals = other.arrivals;
        other.flows.forEach((share, flow) -> flows.put(share, new NaiveFlow(flow)));
    }

    @Override
    public Share share(long id, long rate, long capacity, int weight, long nowNanos) {
        Share share = new Share(id, new TokenBucket(rate, capacity, nowNanos), new ShareLimits(rate, capacity, weight));
        flows.put(share, new NaiveFlow(share, new BucketModel(rate, capacity, nowNanos)));
        return share;
    }

    @Override
    public void ask(Waiter waiter, long nowNanos) {
        NaiveFlow flow = flow(waiter.share());
        flow.waiting.add(waiter);
        if (waiter.isNew()) {
            flow.hurried = flow.waiting.size();
        }
        if (flow.waiting.size() == 1 || (!flow.ready && grown(flow, nowNanos) < flow.grown)) {
            file(flow, nowNanos);
        }
    }

    @Override
    public boolean cancel(Waiter waiter, long nowNanos) {
        NaiveFlow flow = flow(waiter.share());
        boolean waited = flow.waiting.remove(waiter);
        if (flow.waiting.isEmpty()) {
            flow.ready = false;
            flow.bucket.keepFor(0);
        } else if (waited && !flow.ready) {
            file(flow, nowNanos);
        }
        return waited;
    }

    @Override
    public void change(Share share, long rate, long capacity, int weight, long nowNanos) {
        NaiveFlow flow = flow(share);
        flow.bucket.change(rate, capacity, flow.waiting.isEmpty() ? 0 : mostBytes(rate, capacity), nowNanos);
        flow.weight = weight;
        flow.hurried = flow.waiting.size();
        file(flow, nowNanos);
    }

    @Override
    public void changeGlobal(long rate, long capacity, long nowNanos) {
        long chunk = global.chunk();
        global.change(rate, capacity, 0, nowNanos);
        if (global.chunk() != chunk) {
            paced().forEach(flow -> file(flow, nowNanos));
        }
    }

    @Override
    public void giveBack(Waiter waiter, long bytes, long nowNanos) {
        NaiveFlow flow = flow(waiter.share());
        flow.bucket.giveBack(bytes);
        global.giveBack(bytes);
        if (!flow.ready) {
            file(flow, nowNanos);
        }
    }

    @Override
    public boolean takesAtOnce(Share share, long bytes, long nowNanos) {
        NaiveFlow flow = flow(share);
        if (!flow.waiting.isEmpty()
                || first().isPresent()
                || paced().stream().anyMatch(other -> other.readyNanos <= nowNanos)) {
            return false;
        }
        int hurried = flow.hurried;
        flow.grown = 0;
        flow.waiting.add(new TestDownload(-1, share, bytes, (download, granted) -> {}));
        boolean whole = bytes(flow) == bytes
                && flow.bucket.nanosUntil(bytes, nowNanos) == 0
                && global.nanosUntil(bytes, nowNanos) == 0;
        if (whole) {
            queue(flow);
            grant(flow, nowNanos);
        }
        flow.waiting.clear();
        flow.hurried = hurried;
        return whole;
    }

    @Override
    public long advance(long nowNanos) {
        serve(Math.min(due, nowNanos), nowNanos); // earlier grants go before clients that became ready since
        serve(nowNanos, nowNanos);
        due = nextGrant(nowNanos);
        return due;
    }

    private void serve(long readyNanos, long nowNanos) {
        paced().stream().filter(flow -> flow.readyNanos <= readyNanos).forEach(this::queue);
        for (Optional<NaiveFlow> next = first(); next.isPresent(); next = first()) {
            NaiveFlow flow = next.get();
            if (flow.bucket.nanosUntil(bytes(flow), nowNanos) > 0) {
                file(flow, nowNanos);
            } else if (global.nanosUntil(bytes(flow), nowNanos) > 0) {
                return;
            } else {
                grant(flow, nowNanos);
            }
        }
    }

    private void grant(NaiveFlow flow, long nowNanos) {
        if (firstGranted == null) {
            firstGranted = flow.share;
        }
        long bytes = bytes(flow);
        flow.bucket.take(bytes, nowNanos);
        global.take(bytes, nowNanos);
        Waiter waiter = flow.waiting.removeFirst();
        flow.hurried = Math.max(0, flow.hurried - 1);
        virtualTime = flow.tag;
        BigInteger cost = UNITS_A_BYTE.multiply(BigInteger.valueOf(bytes)).divide(BigInteger.valueOf(flow.weight));
        flow.tag = flow.tag.add(cost.max(BigInteger.ONE));
        file(flow, nowNanos);
        if (!rehearsal) {
            waiter.granted(bytes);
        }
    }

    private long nextGrant(long nowNanos) {
        List<NaiveFlow> waiting =
                flows.values().stream().filter(flow -> !flow.waiting.isEmpty()).toList();
        LongStream ownBuckets = waiting.stream().filter(flow -> !flow.ready).mapToLong(flow -> flow.readyNanos);
        LongStream globalBucket =
                waiting.stream().mapToLong(flow -> nowNanos + global.nanosUntil(bytes(flow), nowNanos));
        long[] instants = LongStream.concat(ownBuckets, globalBucket)
                .filter(instant -> instant > nowNanos)
                .sorted()
                .toArray();
        for (long instant : instants) {
            NaiveShaper rehearsed = new NaiveShaper(this);
            rehearsed.serve(instant, instant);
            if (rehearsed.firstGranted != null) {
                long bytes = bytes(flow(rehearsed.firstGranted));
                if (global.nanosUntil(bytes, nowNanos) > 0) {
                    global.keepFor(bytes);
                }
                return instant;
            }
        }
        return NextGrant.NEVER;
    }

    private void file(NaiveFlow flow, long nowNanos) {
        flow.ready = false;
        if (flow.waiting.isEmpty()) {
            flow.bucket.keepFor(0); // a bucket without a limit still has what a limit claimed before
            return;
        }
        flow.grown = grown(flow, nowNanos);
        long bytes = flow.alone(global);
        long wait = flow.bucket.nanosUntil(bytes, nowNanos);
        if (wait == 0) {
            queue(flow);
        } else {
            flow.bucket.keepFor(bytes);
            flow.readyNanos = nowNanos + wait;
        }
    }

    private void queue(NaiveFlow flow) {
        if (flow.tag.compareTo(virtualTime) < 0) {
            flow.tag = NaiveFlow.lastTag(flows.values(), virtualTime);
        }
        flow.arrival = arrivals++;
        flow.ready = true;
    }

    private Optional<NaiveFlow> first() {
        return flows.values().stream().filter(flow -> flow.ready).min(order);
    }

    private List<NaiveFlow> paced() {
        return flows.values().stream()
                .filter(flow -> !flow.ready && !flow.waiting.isEmpty())
                .sorted(NaiveFlow.BY_INSTANT)
                .toList();
    }

    private NaiveFlow flow(Share share) {
        return Objects.requireNonNull(flows.get(share));
    }

    private long bytes(NaiveFlow flow) {
        return Math.min(flow.alone(global), part(flow));
    }

    private long part(NaiveFlow flow) {
        return global.chunk(flow.weight, NaiveFlow.weights(flows.values()));
    }

    private long mostBytes(long rate, long capacity) {
        return new BucketModel(rate, capacity, 0).chunk(chunkTime.longest());
    }

    /** While many clients wait, one grant may be larger. Returns its maximum in bytes, or 0 for the usual maximum. */
    private long grown(NaiveFlow flow, long nowNanos) {
        long clients =
                flows.values().stream().filter(one -> !one.waiting.isEmpty()).count();
        Duration time = chunkTime.usual().multipliedBy(clients).dividedBy(chunkTime.crowd());
        Duration most = chunkTime.longest().dividedBy(flow.waiting.size());
        Duration grown = time.compareTo(most) < 0 ? time : most;
        if (grown.compareTo(chunkTime.usual().multipliedBy(5).dividedBy(4)) < 0 || !flow.bucket.limited()) {
            return 0;
        }
        long bytes = Math.min(flow.bucket.chunk(grown), global.limited() ? part(flow) : Long.MAX_VALUE);
        return flow.hurried > 0 ? Math.min(bytes, flow.bucket.held(nowNanos)) : bytes;
    }
}
