package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.server.Eventually;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisChannelTest {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private RedisLink link;
    private RedisChannel channel;

    @BeforeEach
    void open() {
        link = Links.to(REDIS);
        channel = new RedisChannel(link);
        Eventually.is("a sent message", this::send);
    }

    @AfterEach
    void close() {
        link.close();
        REDIS.ask("ACL SETUSER default +ping");
    }

    @Test
    void aMessageIsNotSentWhileTheLinkIsDown() {
        REDIS.ask("ACL SETUSER default -ping");
        Eventually.is("a link that is down", () -> !link.isUp());
        assertThat(send()).isFalse();
        REDIS.ask("ACL SETUSER default +ping");
        Eventually.is("a sent message", this::send);
    }

    /** Redis has ended the connection that receives messages. The channel must subscribe again before it sends. */
    @Test
    void aMessageIsNotSentWithoutASubscription() {
        REDIS.ask("CLIENT KILL TYPE pubsub");
        Eventually.is("a message that is not sent", () -> !send());
        Eventually.is("a sent message", this::send);
    }

    /** Sends a message to the other nodes. Does this on the link's thread, as the channel requires. */
    private boolean send() {
        CompletableFuture<Boolean> sent = new CompletableFuture<>();
        link.timer().later(() -> sent.complete(channel.send("a message")), 0);
        return sent.orTimeout(10, TimeUnit.SECONDS).join();
    }
}
