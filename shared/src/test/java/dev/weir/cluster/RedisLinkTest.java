package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.server.Eventually;
import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.AsyncCommand;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisLinkTest {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start(
            "--requirepass secret-of-default", "--user weir on >secret-of-weir ~test:* +@all -@dangerous +info");

    @ParameterizedTest
    @ValueSource(strings = {":secret-of-default", "weir:secret-of-weir"})
    void aPasswordOrAUserIsPartOfTheUri(String user) {
        try (RedisLink link = Links.to(with(user))) {
            assertThat(link.run(redis -> redis.set(link.key("name"), "value")).join())
                    .isEqualTo("OK");
        }
    }

    /**
     * The error must tell that the password is wrong, but must not contain the password. Errors of the Redis client
     * (Lettuce) may contain it.
     */
    @Test
    void aWrongPasswordIsToldAndNotShown() {
        RedisLink link = new RedisLink(settings(with("weir:wrong-8f2d")), System::nanoTime);
        try (link) {
            await().untilAsserted(() -> assertThatThrownBy(() -> link.awaitUp(Duration.ofMillis(300)))
                    .hasMessageNotContaining("wrong-8f2d")
                    .hasMessageContaining(
                            "WRONGPASS")); // for some attempts, Lettuce only says that the connection ended
        }
    }

    /** A command fails on a connection that the link to Redis has replaced. The link must still count as up. */
    @Test
    void aFailureOfAReplacedConnectionSaysNothingOfTheNewOne() {
        try (RedisLink link = Links.to(with("weir:secret-of-weir"))) {
            Long replaced = link.run(RedisAsyncCommands::clientId).join();
            AsyncCommand<String, String, String> late = Links.command();
            CompletableFuture<String> reply = link.run(_ -> late);
            link.run(RedisAsyncCommands::quit).join();
            Eventually.is(
                    "the new connection",
                    () -> link.run(RedisAsyncCommands::clientId)
                            .handle((id, _) -> id != null && !id.equals(replaced))
                            .join());
            late.completeExceptionally(new RedisException("of the old connection"));
            assertThat(reply).isCompletedExceptionally();
            assertThat(link.isUp()).isTrue();
        }
    }

    @Test
    void aCommandWithoutAReplyFails() {
        AtomicLong ahead = new AtomicLong();
        try (RedisLink link = Links.to(with("weir:secret-of-weir"), () -> System.nanoTime() + ahead.get())) {
            CompletableFuture<String> unanswered = link.run(_ -> Links.command());
            link.run(RedisAsyncCommands::clientId).join();
            assertThat(unanswered).isNotDone();
            ahead.set(Duration.ofHours(1).toNanos());
            assertThat(unanswered)
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableThat()
                    .withCauseInstanceOf(TimeoutException.class);
        }
    }

    /** While Redis answers other commands, the link to Redis must send {@code PING} less often. */
    @Test
    void aPingIsNotSentInEachLookIfOtherCommandsAreAnswered() {
        try (RedisLink busy = Links.to(with("weir:secret-of-weir"))) {
            AtomicInteger looks = new AtomicInteger();
            busy.timer().onLook(looks::incrementAndGet);
            int before = pings(busy);
            Eventually.is("looks", () -> pings(busy) >= before && looks.get() > 11);
            assertThat(pings(busy) - before).isBetween(2, 8); // at least one in three looks; an answer may be late
        }
    }

    private static int pings(RedisLink link) {
        Matcher calls = Pattern.compile("cmdstat_ping:calls=(\\d+)")
                .matcher(link.run(redis -> redis.info("commandstats")).join());
        return calls.find() ? Integer.parseInt(calls.group(1)) : 0;
    }

    /** The first attempt to connect throws an exception, and the second an Error. The link must try again each time. */
    @Test
    void aLookThatThrowsIsNotTheLast() {
        AtomicInteger looks = new AtomicInteger();
        RedisClient client = new TestClient(() -> {
            switch (looks.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("planted");
                case 2 -> throw new OutOfMemoryError("planted");
                default -> {}
            }
        });
        try (RedisLink link = new RedisLink(client, settings(with("weir:secret-of-weir")), System::nanoTime)) {
            link.awaitUp(Duration.ofSeconds(5));
            assertThat(looks).hasValue(3);
        }
    }

    /** The link to Redis must close each of its connections, even those that Redis has already ended. */
    @Test
    void anEndedConnectionIsClosed() {
        TestClient client = new TestClient(() -> {});
        try (RedisLink link = new RedisLink(client, settings(with("weir:secret-of-weir")), System::nanoTime)) {
            link.awaitUp(Duration.ofSeconds(5));
            int open = client.unclosed();
            for (int i = 0; i < 3; i++) {
                Long ended = link.run(RedisAsyncCommands::clientId).join();
                link.run(RedisAsyncCommands::quit).join();
                Eventually.is(
                        "another connection",
                        () -> link.run(RedisAsyncCommands::clientId)
                                .handle((id, _) -> id != null && !id.equals(ended))
                                .join());
            }
            Eventually.is("the end of the old ones", () -> client.unclosed() == open);
        }
    }

    /** A Lettuce client that runs a task before it connects. It counts the resources that it has not closed. */
    private static final class TestClient extends RedisClient {
        private final Runnable connecting;

        TestClient(Runnable connecting) {
            this.connecting = connecting;
        }

        @Override
        public <K, V> ConnectionFuture<StatefulRedisConnection<K, V>> connectAsync(
                RedisCodec<K, V> codec, RedisURI address) {
            connecting.run();
            return super.connectAsync(codec, address);
        }

        int unclosed() {
            return closeableResources.size();
        }
    }

    private static RedisSettings settings(String uri) {
        return new RedisSettings(uri, "test:", false, null, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:6379", "http://localhost", "redis:///0", "redis://user:pass word@localhost", ""})
    void anythingElseIsNoAddress(String text) {
        assertThatThrownBy(() -> settings(text).parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("pass word");
    }

    private static String with(String user) {
        return REDIS.uri().replace("//", "//" + user + "@");
    }
}
