package dev.weir.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Callers;
import dev.weir.clients.Clients;
import dev.weir.clients.Plan;
import dev.weir.clients.Use;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.network.Proxies;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Contains what the tests of the tuned and of the idiomatic server need: a throttle, one client plan, a folder with one
 * file, and an event log. Time passes only when a test moves the clock. Everything runs on the test's thread.
 */
public final class VirtualSite implements AutoCloseable {
    /**
     * The number of bytes that a client may get in {@link #GRANT_TIME}. Also the capacity of the client's token bucket,
     * which is empty at first.
     */
    public static final int GRANT_BYTES = 8 * 1024;

    public static final Duration GRANT_TIME = Duration.ofMillis(250);
    /** The size of the file in bytes: two and a half times {@link #GRANT_BYTES}. */
    public static final int FILE_BYTES = 20 * 1024;

    public static final String TARGET = "/files/data.bin";
    public static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final Duration HANGS = Duration.ofSeconds(30);
    private static final long RATE = GRANT_BYTES * 1000L / GRANT_TIME.toMillis();
    private static final Plan PLAN = new Plan("default", RATE, GRANT_BYTES, 1, 1, 1, 1_000, false, false);

    public final VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    public final LongSupplier nanoClock = () -> time.now(TimeUnit.NANOSECONDS);
    public final Throttle throttle = new Throttle(
            new TokenBucket(0, 0, 0),
            Chunk.Time.fixed(GRANT_TIME),
            (task, delayNanos) -> time.schedule(task, delayNanos, TimeUnit.NANOSECONDS)::dispose,
            nanoClock);
    public final Callers callers = new Callers(
            new Clients(throttle, List.of(), PLAN, new Clients.Limits(10, 10, 10), nanoClock), new Proxies(List.of()));
    public final EventLog log = new EventLog("epoch", 100, 1 << 20);
    public final EventLimits limits = new EventLimits(100, 1 << 20, HEARTBEAT, Duration.ofSeconds(30));
    public final HeldExecutor files = new HeldExecutor();
    public final FileCatalog catalog;

    private final Path data;
    /** The open file that all downloads share. {@link #assertNothingIsLeft} closes it. */
    private final OpenFile open;

    public VirtualSite(Path root) {
        StepVerifier.setDefaultTimeout(HANGS); // a test that waits longer fails
        data = root.resolve("data.bin");
        try {
            Files.write(data, new byte[FILE_BYTES]);
            catalog = new FileCatalog(root, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open = catalog.open(TARGET);
    }

    /** Creates a GET request. All requests come from the same client. */
    public static MockServerHttpRequest.BaseBuilder<?> get(String target) {
        return MockServerHttpRequest.get(target)
                .remoteAddress(new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 1));
    }

    /** Truncates the file to {@code bytes} bytes. */
    public void truncate(int bytes) {
        try (var file = Files.newByteChannel(data, StandardOpenOption.WRITE)) {
            file.truncate(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long granted() {
        return throttle.counts().grantedBytes();
    }

    /** Returns the number of active downloads and subscriptions. */
    public int places() {
        return callers.clients().active(Use.DOWNLOAD) + callers.clients().active(Use.SUBSCRIPTION);
    }

    /**
     * Asserts that no download waits for the throttle, and that all granted bytes are written or given back. Also
     * asserts that no download or subscription is active, and that no file is open. No download is possible afterwards.
     */
    public void assertNothingIsLeft() {
        time.advanceTimeBy(GRANT_TIME.multipliedBy(10));
        assertThat(throttle.waiting()).as("requests for a grant").isZero();
        assertThat(granted() - throttle.counts().givenBackBytes())
                .as("granted and not given back")
                .isEqualTo(throttle.counts().writtenBytes());
        assertThat(places()).as("downloads and subscriptions").isZero();
        open.close();
        catalog.close();
        assertThat(open.channel().isOpen())
                .as("whether a download has the file open")
                .isFalse();
    }

    @Override
    public void close() {
        StepVerifier.resetDefaultTimeout();
        VirtualTimeScheduler.reset();
    }
}
