package dev.weir.perf.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.trial.SoapKeys;
import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.SoapClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the Spring-WS server answers the same calls and accepts the same command line as Weir's servers. */
class StockServerTest {
    /** Tomcat's logger. Without this field, the garbage collector could remove the logger and its level. */
    private static final Logger LOG = Logger.getLogger("org.apache");

    private Path keys = Path.of("");
    private int port;
    private int managementPort;
    private final List<String> arguments = new ArrayList<>();
    private final Tomcat tomcat = new Tomcat();

    @BeforeAll
    static void hush() {
        LOG.setLevel(Level.SEVERE);
    }

    @BeforeEach
    void start() throws Exception {
        keys = DevelopmentKeys.create(Instant.now());
        port = OwnedProcess.freePort();
        managementPort = OwnedProcess.freePort();
        arguments.addAll(List.of(
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--management.server.port=" + managementPort,
                "--server.tomcat.threads.max=10",
                "--server.tomcat.max-connections=100",
                "--server.tomcat.max-keep-alive-requests=-1",
                "--server.tomcat.keep-alive-timeout=10m",
                "--weir.soap.key-store=" + keys.resolve("server.p12"),
                "--weir.soap.key-store-password=" + DevelopmentKeys.PASSWORD,
                "--weir.soap.trust-store=" + keys.resolve("server-trust.p12"),
                "--weir.soap.trust-store-password=" + DevelopmentKeys.PASSWORD,
                "--weir.throttle.rate=0B"));
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    void answersACallAndSaysThatItIsThere() throws Exception {
        StockTomcat.start(tomcat, StockServer::addTo, arguments.toArray(String[]::new));
        URI service = URI.create("http://127.0.0.1:" + port + "/ws");
        try (SoapClient client = new SoapClient(new SoapKeys(keys).caller(), InstantSource.system());
                HttpClient http = HttpClient.newHttpClient()) {
            assertThat(client.plus(service, 1_000, 337)).isEqualTo(1_337);
            assertThat(client.plus(service, Integer.MAX_VALUE, 1)).isEqualTo(1L << 31);
            URI health = URI.create("http://127.0.0.1:" + managementPort + "/actuator/health");
            assertThat(http.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aKeyThatIsMissingIsNamed() {
        arguments.remove("--server.port=" + port);
        assertThatThrownBy(() -> StockTomcat.start(tomcat, StockServer::addTo, arguments.toArray(String[]::new)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--server.port is missing");
    }
}
