package dev.weir.cluster;

import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.cluster.shares.Channel;
import dev.weir.cluster.shares.Shares;
import dev.weir.throttle.Throttle;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to all server processes by Redis publish/subscribe. All processes receive them in the same order. A
 * message can be lost, because Redis does not store it. Used only on the timer thread of {@link RedisLink}.
 *
 * <p>The channel sends over the connection of the link, and receives over a second connection. {@link #renew} closes
 * the second connection. The next {@link #send} opens it again. Closing the link stops the channel.
 */
public final class RedisChannel implements Channel {
    private static final String NAME = "shares";

    private final RedisLink link;
    private final String name;
    private Consumer<String> listener = _ -> {};
    private @Nullable StatefulRedisPubSubConnection<String, String> connection;
    private boolean opening;

    RedisChannel(RedisLink link) {
        this.link = link;
        this.name = link.key(NAME);
    }

    /**
     * Divides the global rate and the clients' limits among all server processes that use this Redis, until
     * {@code link} is closed.
     */
    public static Shares share(
            RedisLink link, Throttle throttle, Clients clients, LiveLimits limits, LongSupplier nanoClock) {
        RedisChannel channel = new RedisChannel(link);
        Shares shares = new Shares(SharedLog.newEpoch(), channel, link.timer(), throttle, clients, limits, nanoClock);
        channel.listener = shares::heard;
        link.timer().onSlice(isLook -> shares.tick(!isLook)); // a calm node sends with the polls
        return shares;
    }

    @Override
    public boolean send(String message) {
        if (connection == null || !connection.isOpen()) {
            renew();
            open();
            return false;
        }
        return !link.run(redis -> redis.publish(name, message)).isCompletedExceptionally();
    }

    @Override
    public void renew() {
        if (connection != null) {
            var _ = connection.closeAsync();
            connection = null;
        }
    }

    private void open() {
        if (!opening && link.isUp()) {
            opening = true;
            var _ = link.listen()
                    .thenCompose(this::subscribe)
                    .whenComplete((open, _) -> link.timer().later(() -> opened(open), 0));
        }
    }

    /** Subscribes over an open connection. The future completes when Redis has confirmed the subscription. */
    private CompletableFuture<StatefulRedisPubSubConnection<String, String>> subscribe(
            StatefulRedisPubSubConnection<String, String> open) {
        open.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String from, String message) {
                link.timer().execute(() -> listener.accept(message));
            }
        });
        return open.async()
                .subscribe(name)
                .toCompletableFuture()
                .orTimeout(RedisLink.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .handle((_, refusal) -> {
                    if (refusal != null) {
                        var _ = open.closeAsync();
                        throw new CompletionException(refusal);
                    }
                    return open;
                });
    }

    private void opened(@Nullable StatefulRedisPubSubConnection<String, String> open) {
        opening = false;
        connection = open;
    }
}
