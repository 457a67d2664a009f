package dev.weir.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.Download;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LiveLimitsTest extends ClientsOnManualTime {
    private static final Duration CHUNK_TIME = Duration.ofMillis(100);

    private final Clients clients = clients(10, 100);
    private final LiveLimits limits = new LiveLimits(
            throttle,
            clients,
            Chunk.Time.fixed(CHUNK_TIME),
            new LiveLimits.Bucket(0, 0),
            Map.of(others.name(), others));

    @Test
    void t06_aClientThatWaitsIsServedAtTheNewRate() {
        Client client = clients.enter(null, HOME, Use.DOWNLOAD);
        List<Long> grants = new ArrayList<>();
        Download download = throttle.open(client.share(), Runnable::run, grants::add);
        download.ask(1_000_000);
        assertThat(grants).isEmpty();
        limits.change("others", plan -> plan.with(new LiveLimits.Bucket(0, plan.capacity())));
        assertThat(grants).hasSize(1);
        assertThat(clients.busiest(1)).singleElement().satisfies(status -> {
            assertThat(status.granted()).isEqualTo(grants.getFirst());
            assertThat(status.waiting()).isZero();
            assertThat(status.active()).isEqualTo(1);
        });
        download.close(grants.getFirst());
        assertThat(clients.busiest(1).getFirst().granted()).isZero();
    }

    /**
     * A changed plan may let the waiting downloads of many clients go on. The throttle must grant all of them in a
     * single task, because one task for each client would delay thousands of downloads.
     */
    @Test
    void t06_allWaitingClientsAreServedInOneHandOver() {
        List<Long> grants = new ArrayList<>();
        List<Runnable> handOvers = new ArrayList<>();
        Executor executor = handOvers::add;
        for (String address : List.of("192.0.2.1", "192.0.2.2", "192.0.2.3")) {
            Client client = clients.enter(null, InetAddress.ofLiteral(address), Use.DOWNLOAD);
            throttle.open(client.share(), executor, grants::add).ask(1_000_000);
        }
        limits.change("others", plan -> plan.with(new LiveLimits.Bucket(0, plan.capacity())));
        assertThat(handOvers).hasSize(1);
        handOvers.getFirst().run();
        assertThat(grants).hasSize(3);
    }

    @Test
    void t06_aClientThatWasIdleComesBackToTheNewLimits() {
        clients.leave(clients.enter(null, HOME, Use.DOWNLOAD), Use.DOWNLOAD);
        limits.change(
                "others",
                plan -> plan.with(new LiveLimits.Bucket(0, plan.capacity())).withMaxDownloads(7));
        Client client = clients.enter(null, HOME, Use.DOWNLOAD);
        assertThat(client.plan().maxDownloads()).isEqualTo(7);
        List<Long> grants = new ArrayList<>();
        throttle.open(client.share(), Runnable::run, grants::add).ask(1_000_000);
        assertThat(grants).containsExactly(Chunk.LARGEST_BYTES);
    }

    /** A plan is changed, and is changed back while its client is idle. The client must have its old limits again. */
    @Test
    void t06_aChangeThatIsTakenBackWhileAClientIsIdle() {
        Client first = clients.enter(null, HOME, Use.DOWNLOAD);
        limits.change("others", plan -> plan.with(new LiveLimits.Bucket(0, plan.capacity())));
        clients.leave(first, Use.DOWNLOAD);
        limits.change("others", _ -> others);

        Client client = clients.enter(null, HOME, Use.DOWNLOAD);
        List<Long> grants = new ArrayList<>();
        throttle.open(client.share(), Runnable::run, grants::add).ask(1_000_000);
        assertThat(client.plan()).isEqualTo(others);
        assertThat(grants).isEmpty();
    }

    /** The throttle must apply a new plan outside the lock of {@link Clients}, because event loops need this lock. */
    @Test
    void t06_theThrottleIsToldOutsideTheLock() {
        AtomicReference<Clients> table = new AtomicReference<>();
        AtomicBoolean locked = new AtomicBoolean();
        Throttle watched = new Throttle(new TokenBucket(0, 0, 0), Chunk.Time.fixed(CHUNK_TIME), time, () -> {
            locked.compareAndSet(false, table.get() != null && Thread.holdsLock(table.get()));
            return time.getAsLong();
        });
        Clients own = new Clients(watched, rules, others, new Clients.Limits(9, 9, 9), time);
        own.leave(own.enter(null, HOME, Use.DOWNLOAD), Use.DOWNLOAD);
        own.change(others.withMaxDownloads(7));
        table.set(own);
        assertThat(own.enter(null, HOME, Use.DOWNLOAD).plan().maxDownloads()).isEqualTo(7);
        assertThat(locked).isFalse();
    }

    @Test
    void t06_clientsOfOtherPlansKeepTheirs() {
        Client office = clients.enter(null, OFFICE, Use.DOWNLOAD);
        Client home = clients.enter(null, HOME, Use.DOWNLOAD);
        limits.change("others", plan -> plan.withMaxDownloads(7));
        assertThat(home.plan().maxDownloads()).isEqualTo(7);
        assertThat(office.plan().maxDownloads()).isEqualTo(5);
        assertThat(limits.plans().get("others")).isEqualTo(home.plan());
    }

    @Test
    void t06_anInvalidLimitChangesNothing() {
        Client home = clients.enter(null, HOME, Use.DOWNLOAD);
        assertThatThrownBy(() -> limits.change("others", plan -> plan.withWeight(0)))
                .isInstanceOf(BadLimitException.class)
                .hasMessage("weight: must be at least 1, not 0");
        assertThat(home.plan()).isEqualTo(others);
        assertThat(limits.plans().get("others")).isEqualTo(others);
        assertThat(limits.change("nobody", plan -> plan)).isFalse();
    }

    @Test
    void aCapacityOfOneChunkStaysOne() {
        LiveLimits.Bucket chunk = new LiveLimits.Bucket(409_600, 40_960);
        assertThat(chunk.withRate(819_200, CHUNK_TIME)).isEqualTo(new LiveLimits.Bucket(819_200, 81_920));
        LiveLimits.Bucket other = new LiveLimits.Bucket(409_600, 100_000);
        assertThat(other.withRate(819_200, CHUNK_TIME)).isEqualTo(new LiveLimits.Bucket(819_200, 100_000));
    }

    @Test
    void d14_theRemainingBytesAreThoseOfTheBucket() {
        Client client = clients.enter(null, HOME, Use.DOWNLOAD);
        assertThat(fields(client))
                .containsEntry("RateLimit-Policy", "\"others\";q=4096;qu=\"content-bytes\";w=1")
                .containsEntry("RateLimit", "\"others\";r=0;t=1");
        time.moveTo(Duration.ofMillis(500).toNanos());
        assertThat(fields(client)).containsEntry("RateLimit", "\"others\";r=2048;t=1");
        time.moveTo(Duration.ofHours(1).toNanos());
        assertThat(fields(client)).containsEntry("RateLimit", "\"others\";r=4096;t=0");
        List<Long> grants = new ArrayList<>();
        Download download = throttle.open(client.share(), Runnable::run, grants::add);
        download.ask(4096);
        assertThat(grants).containsExactly(4096L);
        assertThat(fields(client)).containsEntry("RateLimit", "\"others\";r=0;t=1");
        download.close(4096);
        assertThat(fields(client)).containsEntry("RateLimit", "\"others\";r=4096;t=0");
    }

    private Map<String, String> fields(Client client) {
        return RateLimitFields.of(client.plan(), client.share(), time.getAsLong());
    }
}
