package dev.weir.perf.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * The load generator: a single native epoll event loop in this process, which sends all requests of a trial. A single
 * loop has one clock, uses one core, and needs no locks. Its {@link Window.SchedulingLag} shows whether it was fast
 * enough.
 */
public final class Generator implements AutoCloseable {
    /** Tells Netty to let its array of epoll events grow as needed. */
    private static final int GROWING = 0;

    private static final int READ_BYTES = 64 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final boolean ownCore;
    private final Polling polling = new Polling();
    private final ChannelGroup channels;
    private final SourceAddresses addresses = new SourceAddresses();

    /**
     * Starts the event loop. Throws without native epoll, since another transport would change the results.
     *
     * @param ownCore whether no other process runs on the loop's core, so that the loop may busy-poll
     */
    public Generator(boolean ownCore) {
        this.ownCore = ownCore;
        Throwable cause = Epoll.unavailabilityCause();
        if (cause != null) {
            throw new IllegalStateException("the generator needs native epoll (Linux)", cause);
        }
        group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory(GROWING, () -> polling));
        loop = group.next();
        loop.execute(() -> Polling.preferThisThread(ownCore));
        channels = new DefaultChannelGroup(loop);
    }

    public EventLoop loop() {
        return loop;
    }

    public InetSocketAddress freshAddress() {
        return addresses.next();
    }

    /** Returns the wildcard address, so that the kernel chooses. The server treats such connections as one client. */
    public static InetSocketAddress anyAddress() {
        return new InetSocketAddress(0);
    }

    /** Starts a download from the address {@code source}, whose port may be 0. Must be called on the event loop. */
    public SingleRequest.FileDownload download(
            Target target, InetSocketAddress source, SingleRequest.FileListener listener) {
        SingleRequest.FileDownload download = new SingleRequest.FileDownload(target.dialogue("close"), listener);
        connect(target.address(), source, download);
        return download;
    }

    /**
     * Opens a connection from the address {@code source}, whose port may be 0. If this fails, the connection ends. Must
     * be called on the event loop.
     */
    public void connect(InetSocketAddress address, InetSocketAddress source, Connection connection) {
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(PATIENCE.toMillis()))
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
                .option(EpollChannelOption.IP_BIND_ADDRESS_NO_PORT, true)
                .handler(connection)
                .connect(address, source);
        channels.add(connected.channel());
        var _ = connected.addListener(future -> {
            if (!future.isSuccess()) {
                connection.end("connect: " + future.cause().getMessage());
            }
        });
    }

    public void spread(int count, Duration ramp, IntConsumer task) {
        for (int i = 0; i < count; i++) {
            int number = i;
            after(ramp.multipliedBy(i).dividedBy(count), () -> task.accept(number));
        }
    }

    public void execute(Runnable task) {
        loop.execute(task);
    }

    public void after(Duration delay, Runnable task) {
        var _ = loop.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Runs the task on the event loop at an instant of {@link System#nanoTime()}, or at once if that is past. */
    public void at(long nanos, Runnable task) {
        var _ = loop.schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    public <T> Future<T> askAt(long nanos, Callable<T> task) {
        return loop.schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    public <T> T ask(Callable<T> task) throws InterruptedException {
        return Waiting.await("the generator's loop", loop.submit(task), PATIENCE);
    }

    /** Switches busy-polling on or off. Without a core of its own, the event loop never polls. */
    public void poll(boolean polls) {
        execute(() -> polling.set(polls && ownCore));
    }

    public double idleSeconds() {
        return polling.idleSeconds();
    }

    public int connections() {
        return channels.size();
    }

    public void closeConnections() {
        var _ = channels.close();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .awaitUninterruptibly(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /**
     * Hands out source addresses in 127.0.0.0/8, each once. Not thread-safe.
     *
     * <p>The server limits the rate of each address with a token bucket. A bucket fills while its address is idle, so a
     * second download from the same address would start with a burst. A new address starts with an empty bucket.
     */
    public static final class SourceAddresses {
        /** The number of values of an octet, without 0 and 255. The servers use the addresses 127.0.x.x. */
        private static final int DIGITS = 254;
        /** The upper half of 127.0.0.0/8. Sources that start in the lower half reach it after eight million. */
        public static final String UPPER_HALF = "127.128.0.0/9";

        private int handedOut;

        /** Hands out addresses of {@link #UPPER_HALF} only. A server can recognise these clients by their network. */
        public static SourceAddresses ofUpperHalf() {
            SourceAddresses addresses = new SourceAddresses();
            addresses.handedOut = (128 - 1) * DIGITS * DIGITS;
            return addresses;
        }

        public InetSocketAddress next() {
            return of(handedOut++);
        }

        /** Returns the address with a number: 127.1.1.1 has the number 0. */
        public static InetSocketAddress of(int n) {
            int low = n % DIGITS + 1;
            int middle = n / DIGITS % DIGITS + 1;
            int high = n / (DIGITS * DIGITS) % DIGITS + 1;
            return new InetSocketAddress(InetAddress.ofLiteral("127." + high + "." + middle + "." + low), 0);
        }
    }
}
