package dev.weir.perf.load;

import dev.weir.perf.server.Proc;
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
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** The load generator. All its connections run on one event loop, which uses native epoll (Linux). */
public final class Generator implements AutoCloseable {
    private static final int GROWING = 0; // lets Netty's array of epoll events grow as needed
    private static final int READ_BYTES = 64 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final boolean ownCore;
    private final Polling polling = new Polling();
    private final ChannelGroup channels;
    private final SourceAddresses addresses = new SourceAddresses();

    /** Starts the event loop. If it has a core of its own, it may busy-poll. Throws if native epoll is unavailable. */
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

    /** Returns the wildcard address, for which the kernel chooses one source IP. So the server sees a single client. */
    public static InetSocketAddress anyAddress() {
        return new InetSocketAddress(0);
    }

    public SingleRequest.FileDownload download(
            Target target, InetSocketAddress source, SingleRequest.FileListener listener) {
        SingleRequest.FileDownload download = new SingleRequest.FileDownload(target.dialogue("close"), listener);
        connect(target.address(), source, download);
        return download;
    }

    /** Connects to {@code address}. If that fails, ends {@code connection}. Call this method on the event loop. */
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

    /** Runs the task on the event loop when {@link System#nanoTime()} has reached {@code nanos}. */
    public void at(long nanos, Runnable task) {
        var _ = loop.schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    public <T> Future<T> askAt(long nanos, Callable<T> task) {
        return loop.schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    public <T> T ask(Callable<T> task) throws InterruptedException {
        return Waiting.await("the generator's loop", loop.submit(task), PATIENCE);
    }

    /** Switches busy-polling on or off. It stays off if the event loop has no core of its own. */
    public void poll(boolean polls) {
        execute(() -> polling.set(polls && ownCore));
    }

    /**
     * Lets the event loop sleep for {@code time} before it waits for packets, so that it handles them in groups. On cores
     * that the servers share, this spares most switches between threads. All times that the generator measures become
     * longer by up to {@code time}. Tasks that come during the sleep also wait for its end.
     */
    public void gather(Duration time) {
        execute(() -> polling.gather(time.toNanos()));
    }

    double idleSeconds() {
        return polling.idleSeconds();
    }

    /** Returns how much CPU time this process has used so far, and how long its event loop has polled without work. */
    public Effort effort() throws InterruptedException {
        return ask(() -> new Effort(
                System.nanoTime(),
                Proc.cpuSeconds(ProcessHandle.current().pid()),
                ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9,
                polling.idleSeconds()));
    }

    /** The CPU time of the process and of its event loop up to one instant, and the time of polls without work. */
    public record Effort(long nanoTime, double processSeconds, double loopSeconds, double idleSeconds) {
        /**
         * Returns the CPU time that the process has used per second since {@code earlier}. Excludes polls without work,
         * on the assumption that their share of the event loop's CPU time equals their share of the elapsed time.
         */
        public double coreShareSince(Effort earlier) {
            double seconds = (nanoTime - earlier.nanoTime) / 1e9;
            double idleShare = Math.min(1, (idleSeconds - earlier.idleSeconds) / seconds);
            double idle = (loopSeconds - earlier.loopSeconds) * idleShare;
            return (processSeconds - earlier.processSeconds - idle) / seconds;
        }
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

    /** Source addresses in 127.0.0.0/8. Hands out each once, so that the server sees a new client. Not thread-safe. */
    public static final class SourceAddresses {
        private static final int DIGITS = 254; // an octet without 0 and 255; servers use 127.0.x.x
        public static final String UPPER_HALF = "127.128.0.0/9"; // the lower half has eight million addresses
        private int handedOut;

        public static SourceAddresses ofUpperHalf() {
            SourceAddresses addresses = new SourceAddresses();
            addresses.handedOut = (128 - 1) * DIGITS * DIGITS;
            return addresses;
        }

        public InetSocketAddress next() {
            return of(handedOut++);
        }

        public static InetSocketAddress of(int n) {
            int low = n % DIGITS + 1;
            int middle = n / DIGITS % DIGITS + 1;
            int high = n / (DIGITS * DIGITS) % DIGITS + 1;
            return new InetSocketAddress(InetAddress.ofLiteral("127." + high + "." + middle + "." + low), 0);
        }
    }
}
