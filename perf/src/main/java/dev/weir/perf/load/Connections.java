package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of keep-alive connections, taken in turns; one that ends is replaced.
 *
 * <p>Where the server may end it, as Tomcat does after so many requests, it is replaced at once and counted as opened;
 * otherwise that is an error, and the next one waits a moment. Confined to the generator's loop.
 */
public final class Connections {
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final RequestLoad load;
    private final Requests requests;
    private final Supplier<InetSocketAddress> sources;
    private final Queue<KeepAlive> idle = new ArrayDeque<>();
    private final Set<KeepAlive> all = new HashSet<>();
    private int underWay;
    private boolean closed;

    /** Opens nothing yet; the load is told when a connection became idle or a request is over. */
    Connections(RequestLoad load, Requests requests, Supplier<InetSocketAddress> sources) {
        this.load = load;
        this.requests = requests;
        this.sources = sources;
    }

    void open() {
        if (!closed) {
            KeepAlive connection = new KeepAlive();
            all.add(connection);
            load.recorder.connected();
            load.generator.connect(requests.address(), sources.get(), connection);
        }
    }

    boolean hasIdle() {
        return !idle.isEmpty();
    }

    int underWay() {
        return underWay;
    }

    /** Sends a request on an idle connection. */
    void send(long intendedNanos) {
        underWay++;
        idle.remove().request(intendedNanos);
    }

    /** Breaks off whatever is under way, which is no error of the server. */
    void close() {
        closed = true;
        Set.copyOf(all).forEach(connection -> connection.end(null));
    }

    /** Carries one request after the other, never pipelined: what comes while none is under way is an error. */
    private final class KeepAlive extends Connection {
        private final Requests.Dialogue dialogue = requests.dialogue();
        private long intendedNanos;
        private long sentNanos;
        /** Whether a request is under way. */
        private boolean busy;

        private boolean answeredOnce;
        private boolean answerBegan;

        /** Sends the request now, which was meant to start at {@code intendedNanos}. */
        void request(long intendedNanos) {
            this.intendedNanos = intendedNanos;
            busy = true;
            answerBegan = false;
            ByteBuf request = dialogue.next();
            sentNanos = System.nanoTime();
            send(request);
        }

        @Override
        protected void opened() {
            idle.add(this);
            load.sendDue();
        }

        @Override
        protected void read(ByteBuf in, long nowNanos) {
            if (!busy) {
                throw new IllegalStateException("bytes that nobody asked for");
            }
            answerBegan = true;
            var _ = dialogue.read(in);
            if (dialogue.isComplete()) {
                boolean closes = dialogue.closes();
                dialogue.clear(intendedNanos, sentNanos, nowNanos);
                busy = false;
                answeredOnce = true;
                underWay--;
                load.recorder.answered(intendedNanos, sentNanos, nowNanos);
                if (closes) {
                    end(null);
                } else {
                    opened();
                }
            }
        }

        /** The server may end it when nothing is asked of it any more. */
        @Override
        protected void closed(@Nullable String error) {
            if (!busy && answeredOnce) {
                end(null);
            } else if (error != null) {
                end(error);
            } else {
                end(
                        !busy
                                ? "closed before its first request"
                                : answerBegan ? "the answer ended early" : "closed without an answer");
            }
        }

        @Override
        protected void ended(@Nullable String reason) {
            all.remove(this);
            idle.remove(this);
            if (busy) {
                underWay--;
            }
            if (closed) {
                return;
            }
            if (reason == null) {
                open();
            } else {
                load.recorder.failed(reason);
                load.generator.after(AFTER_FAILURE, Connections.this::open);
            }
            load.sendDue();
        }
    }

    /**
     * Addresses of 127.0.0.0/8 to download from, each handed out once.
     *
     * <p>To the server an address without a key is a client. One that comes back finds the tokens that filled up while it
     * was away, so its download would be shorter by a chunk; a fresh one starts with an empty bucket. Not thread-safe.
     */
    public static final class SourceAddresses {
        /** Neither 0 nor 255 in any place, and 127.0.x.x left to the servers. */
        private static final int DIGITS = 254;

        /** Nobody reaches it who began at the first address and took less than eight million. */
        public static final String UPPER_HALF = "127.128.0.0/9";

        private int handedOut;

        /** From the first on. */
        public SourceAddresses() {
            this(0);
        }

        private SourceAddresses(int handedOut) {
            this.handedOut = handedOut;
        }

        /** Those of {@link #UPPER_HALF} only: for clients that the server is to know by their network. */
        public static SourceAddresses ofUpperHalf() {
            return new SourceAddresses((128 - 1) * DIGITS * DIGITS);
        }

        /** The next address, with a port of the kernel's choice. */
        public InetSocketAddress next() {
            int n = handedOut++;
            int low = n % DIGITS + 1;
            int middle = n / DIGITS % DIGITS + 1;
            int high = n / (DIGITS * DIGITS) % DIGITS + 1;
            return new InetSocketAddress(InetAddress.ofLiteral("127." + high + "." + middle + "." + low), 0);
        }
    }
}
