package dev.weir.cluster;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection of this process to Redis. Blocking commands such as {@code XREAD BLOCK} need a connection of their own
 * ({@link #connect}). Thread-safe. Only {@link #awaitUp}, {@link #connect} and {@link #close} block. Futures complete
 * on a thread of Lettuce or on a virtual thread.
 *
 * <p>The link sends a {@code PING} at least once a second, and more often while Redis runs no other commands. The link
 * is down if Redis answers nothing in time or refuses a {@code PING}. It is up again when Redis answers a {@code PING}
 * in time. While the link is down, every command fails at once.
 */
public final class RedisLink implements AutoCloseable {
    /** The timeout of a command. It is checked only at each look, so a command may fail a little later. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RedisClient client;
    private final RedisURI address;
    private final String prefix;
    private final LongSupplier nanoClock;
    private final List<Runnable> greetings = new CopyOnWriteArrayList<>();
    private final SentCommands sent;
    private final LinkState state;
    private final RedisTimer timer;
    private volatile @Nullable StatefulRedisConnection<String, String> connection;
    private boolean asking; // used only on the timer thread

    /** Starts to connect to Redis. Does not wait for the connection. */
    public RedisLink(RedisSettings settings, LongSupplier nanoClock) {
        this(RedisClient.create(), settings, nanoClock);
    }

    RedisLink(RedisClient client, RedisSettings settings, LongSupplier nanoClock) {
        this.address = settings.address();
        this.prefix = settings.prefix();
        this.client = client;
        this.nanoClock = nanoClock;
        this.timer = new RedisTimer(nanoClock);
        this.state = new LinkState(place(), nanoClock);
        this.sent = new SentCommands(state, nanoClock);
        client.setOptions(settings.options());
        timer.onLook(this::look);
        timer.start();
    }

    /** Returns whether Redis answers. Returns false before the first answer, and after a timeout or disconnect. */
    public boolean isUp() {
        return state.isUp();
    }

    public LinkState state() {
        return state;
    }

    /** Runs {@code greeting} now, and after each answered {@code PING}. The greeting must not block or throw. */
    void onPing(Runnable greeting) {
        greetings.add(greeting);
        greeting.run();
    }

    RedisTimer timer() {
        return timer;
    }

    /** Returns the name of a key on Redis: the configured prefix, followed by {@code name}. */
    String key(String name) {
        return prefix + name;
    }

    /** Opens a connection for blocking commands, or throws {@code RedisException}. Blocks. The caller must close it. */
    StatefulRedisConnection<String, String> connect() {
        StatefulRedisConnection<String, String> open = client.connect(StringCodec.UTF8, address);
        open.setTimeout(PATIENCE.multipliedBy(3)); // a blocking read waits for up to PATIENCE before its reply
        return open;
    }

    /** Starts to open a connection for publish/subscribe. Does not block. The caller must close the connection. */
    CompletableFuture<StatefulRedisPubSubConnection<String, String>> listen() {
        return client.connectPubSubAsync(StringCodec.UTF8, address).toCompletableFuture();
    }

    /**
     * Sends a command once, without retries.
     *
     * @return a future with the reply. The future fails with a {@link RedisGoneException} if the command was not sent,
     *     and with the error of Redis if Redis refused it. After any other failure, Redis may have run the command.
     */
    <T> CompletableFuture<T> run(Function<RedisAsyncCommands<String, String>, RedisFuture<T>> command) {
        StatefulRedisConnection<String, String> open = connection;
        if (!isUp() || open == null) {
            RedisGoneException gone = new RedisGoneException();
            state.failed(nanoClock.getAsLong(), gone); // counts it
            return CompletableFuture.failedFuture(gone);
        }
        return sent.send(open, command).whenComplete((_, refusal) -> {
            if (refusal != null && !open.isOpen() && open.equals(connection)) { // not a replaced one
                state.down("the connection ended");
            }
        });
    }

    private void look() {
        sent.end(PATIENCE);
        StatefulRedisConnection<String, String> open = connection;
        if ((state.isPingDue() || open == null || !open.isOpen()) && !asking) {
            ask(open);
        }
    }

    /** Sends a {@code PING}. First opens a new connection if none is open, or if Redis is silent on the open one. */
    private void ask(@Nullable StatefulRedisConnection<String, String> open) {
        CompletionStage<?> asked = CompletableFuture.completedStage(null);
        asking = true;
        try {
            asked = open != null && open.isOpen() && !state.isSilent() ? ping(open) : reconnect(open);
        } catch (RuntimeException e) {
            state.down(e);
        } finally { // also after an Error, or the link would never ask again
            asked.whenComplete((_, _) -> asking = false);
        }
    }

    private CompletableFuture<String> ping(StatefulRedisConnection<String, String> open) {
        long sentNanos = nanoClock.getAsLong();
        return sent.send(open, RedisAsyncCommands::ping)
                .whenCompleteAsync((_, refusal) -> pinged(sentNanos, refusal), timer.thread());
    }

    private void pinged(long sentNanos, @Nullable Throwable refusal) {
        if (state.pinged(sentNanos, refusal)) {
            greetings.forEach(Runnable::run);
        }
    }

    private CompletionStage<?> reconnect(@Nullable StatefulRedisConnection<String, String> ended) {
        if (ended != null) {
            connection = null; // Lettuce warns of a second close
            state.down("the connection ended");
            var _ = ended.closeAsync(); // an unclosed connection would stay in memory
        }
        return client.connectAsync(StringCodec.UTF8, address)
                .whenCompleteAsync(this::connected, timer.thread())
                .thenCompose(this::ping); // Redis may take a connection and refuse all commands
    }

    private void connected(@Nullable StatefulRedisConnection<String, String> open, @Nullable Throwable refusal) {
        if (open == null) {
            state.down(refusal);
        } else {
            connection = open;
            state.connected();
        }
    }

    public String place() {
        return address.getHost() + ":" + address.getPort();
    }

    /** Blocks until Redis answers. Throws an {@link IllegalStateException} if this takes longer than {@code most}. */
    public void awaitUp(Duration most) {
        state.awaitUp(most);
    }

    @Override
    public void close() {
        state.close();
        timer.close();
        client.shutdown(Duration.ZERO, PATIENCE);
    }
}
