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
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/**
 * One native epoll loop, from which every download of a trial is asked for.
 *
 * <p>One loop is one clock and one core: nothing is shared, so nothing is locked, and how late the loop runs is one
 * figure that says whether the generator was up to its task ({@link Window.SchedulingLag}).
 */
public final class Generator implements AutoCloseable {
    /** As many events a turn as there are. */
    private static final int GROWING = 0;

    private static final int READ_BYTES = 64 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final boolean ownCore;
    private final Polling polling = new Polling();
    private final ChannelGroup channels;
    private final Connections.SourceAddresses addresses = new Connections.SourceAddresses();

    /**
     * Starts the loop.
     *
     * @param ownCore whether nothing else that counts runs on its core, so that it may poll
     * @throws IllegalStateException where there is no native epoll: another transport would be another measurement
     */
    public Generator(boolean ownCore) {
        this.ownCore = ownCore;
        Throwable cause = Epoll.unavailabilityCause();
        if (cause != null) {
            throw new IllegalStateException("the generator needs native epoll (Linux)", cause);
        }
        group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory(GROWING, () -> polling));
        loop = group.next();
        loop.execute(() -> Polling.LoopThread.prepare(ownCore));
        channels = new DefaultChannelGroup(loop);
    }

    public EventLoop loop() {
        return loop;
    }

    /** An address that no download of this generator came from yet. On the loop. */
    public InetSocketAddress freshAddress() {
        return addresses.next();
    }

    /** Leaves address and port to the kernel: all connections are one client. */
    public static InetSocketAddress anyAddress() {
        return new InetSocketAddress(0);
    }

    /** Starts a download from {@code source}, whose port may be 0. On the loop. */
    public Download download(Target target, InetSocketAddress source, Download.Listener listener) {
        Download download = new Download(target, listener);
        connect(target.address(), source, download);
        return download;
    }

    /** Opens a connection from {@code source}, whose port may be 0; it ends when it cannot be opened. On the loop. */
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

    /** Has the loop do it so many times, each with its number from 0, evenly spread over the ramp. */
    public void spread(int count, Duration ramp, IntConsumer task) {
        for (int i = 0; i < count; i++) {
            int number = i;
            after(ramp.multipliedBy(i).dividedBy(count), () -> task.accept(number));
        }
    }

    /** Has the loop do it. */
    public void execute(Runnable task) {
        loop.execute(task);
    }

    /** Has the loop do it later. */
    public void after(Duration delay, Runnable task) {
        var _ = loop.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The same, and tells what came of it. */
    public <T> Future<T> askAt(long nanos, Callable<T> task) {
        return loop.schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** Has the loop do it at an instant on the clock of {@link System#nanoTime()}, at once if that is over. */
    public void at(long nanos, Runnable task) {
        var _ = loop.schedule(task, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** Has the loop do it, and waits for it in bounded time. */
    public <T> T ask(Callable<T> task) throws InterruptedException {
        try {
            return loop.submit(task).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the generator's loop does not answer", e);
        }
    }

    /** From now on the loop polls, or does no more; where it has no core for itself it never does. */
    public void poll(boolean polls) {
        execute(() -> polling.set(polls && ownCore));
    }

    /** How long it polled in vain, since its start. On the loop. */
    public double idleSeconds() {
        return polling.idleSeconds();
    }

    /** How many are open. On the loop. */
    public int connections() {
        return channels.size();
    }

    /** Breaks off whatever is still under way. On the loop. */
    public void closeConnections() {
        var _ = channels.close();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .awaitUninterruptibly(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
