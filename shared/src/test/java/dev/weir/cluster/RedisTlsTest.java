package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.contract.cluster.RedisServer;
import dev.weir.contract.cluster.RedisUser;
import dev.weir.contract.connection.FreePort;
import dev.weir.contract.connection.TlsStore;
import dev.weir.events.EventLog;
import dev.weir.events.EventText;
import dev.weir.events.Publication;
import dev.weir.events.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisTlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final TlsStore STORE = TlsStore.create();
    private static final int PORT = FreePort.find();

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start(
            "--tls-port " + PORT,
            "--tls-cert-file " + STORE.pem(),
            "--tls-key-file " + STORE.pem(),
            "--tls-auth-clients no",
            "--bind 127.0.0.1 127.0.0.2",
            "--requirepass secret-of-default",
            RedisUser.option("test:"));

    @ParameterizedTest
    @ValueSource(strings = {":secret-of-default", RedisUser.LOGIN})
    void aPasswordOrAUserIsSentOverTls(String login) {
        try (RedisLink link = link(login, "127.0.0.1", STORE.trustStore())) {
            link.awaitUp(PATIENCE);
            assertThat(link.run(redis -> redis.set(link.key("name"), "value")).join())
                    .isEqualTo("OK");
        }
    }

    /** The reader of events opens a second connection to Redis. This connection must use TLS and log in, too. */
    @Test
    void eventsComeOverTls() {
        EventLog log = EventLog.ofSeveral(9, 1_000);
        try (RedisLink link = link(RedisUser.LOGIN, "127.0.0.1", STORE.trustStore())) {
            link.awaitUp(PATIENCE);
            try (LogReader reader = new LogReader(link, log)) {
                reader.awaitComplete(PATIENCE);
                String id = new RedisPublisher(link, 9, 1_000)
                        .publish(Node.client(), List.of(new Publication("topic", null, "data")), null)
                        .join()
                        .first();
                await().until(() -> log.last() == 1);
                assertThat(log.read(0, Topics.of(List.of()), 9, 1_000).texts())
                        .containsExactly(new EventText(id, null, "data"));
            }
        }
    }

    @Test
    void theUserMayNotTouchAnotherKey() {
        try (RedisLink link = link(RedisUser.LOGIN, "127.0.0.1", STORE.trustStore())) {
            link.awaitUp(PATIENCE);
            assertThatThrownBy(() ->
                            link.run(redis -> redis.set("other:name", "value")).join())
                    .hasMessageContaining("NOPERM");
            assertThat(link.isUp()).isTrue();
        }
    }

    @Test
    void aCertificateOfAStrangerIsRefused() {
        try (RedisLink link = link(RedisUser.LOGIN, "127.0.0.1", null)) {
            assertThatThrownBy(() -> link.awaitUp(PATIENCE)).hasMessageContaining("certification path");
        }
    }

    /** A certificate must be refused if its host is not the host in the address of Redis. */
    @Test
    void aCertificateOfAnotherHostIsRefused() {
        try (RedisLink link = link(RedisUser.LOGIN, "127.0.0.2", STORE.trustStore())) {
            assertThatThrownBy(() -> link.awaitUp(PATIENCE)).hasMessageContaining("127.0.0.2 found");
        }
    }

    private static RedisLink link(String login, String host, @Nullable Path trustStore) {
        String uri = "rediss://" + login + "@" + host + ":" + PORT;
        return new RedisLink(new RedisSettings(uri, "test:", false, trustStore, TlsStore.PASSWORD), System::nanoTime);
    }
}
