package dev.weir.servlet.connector.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.Clients;
import dev.weir.clients.Use;
import dev.weir.config.WeirProperties.Model;
import dev.weir.servlet.ServletServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Tests that a full connector serves new clients after all old clients have left.
 *
 * <p>The rate limit makes each old client wait for more than an hour, so the server writes nothing to it. If this
 * fails, check that {@link DisconnectSweep} runs, and that it checks all waiting requests.
 */
class FullConnectorTest {
    private static final int PLACES = 20;
    private static final int THREADS = 8;
    private static final int SILENCE_MILLIS = 20_000;

    @ParameterizedTest
    @EnumSource(Model.class)
    void d11_whenAllHaveLeftNewClientsAreServed(Model model) throws IOException {
        try (ConfigurableApplicationContext server = start(model)) {
            Clients clients = server.getBean(Clients.class);
            int port = server.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            List<Socket> waiting = new ArrayList<>();
            for (int i = 0; i < PLACES; i++) {
                waiting.add(request(port, ""));
            }
            int served = model == Model.BLOCKING ? THREADS : PLACES;
            await().atMost(Duration.ofMillis(SILENCE_MILLIS)).until(() -> clients.active(Use.DOWNLOAD) == served);
            for (int i = 0; i < PLACES; i += 2) { // the sweep then treats these as clients that have left
                waiting.get(i).getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(US_ASCII)); // hides the end
            }
            for (Socket socket : waiting) {
                socket.close();
            }
            for (int i = 0; i < PLACES; i++) {
                try (Socket socket = request(port, "X-API-Key: fast\r\nConnection: close\r\n")) {
                    String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
                    assertThat(answer).startsWith("HTTP/1.1 200").hasSizeGreaterThan(200 * 1024);
                }
            }
            await().atMost(Duration.ofMillis(SILENCE_MILLIS)).until(() -> clients.active(Use.DOWNLOAD) == 0);
        }
    }

    private static Socket request(int port, String fields) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(SILENCE_MILLIS);
        String request = "GET /files/sample-200KiB.bin HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        return socket;
    }

    private static ConfigurableApplicationContext start(Model model) {
        return SpringApplication.run(
                ServletServer.class,
                "--weir.model=" + model,
                "--server.port=0",
                "--management.server.port=-1",
                "--server.tomcat.max-connections=" + PLACES,
                "--server.tomcat.threads.max=" + THREADS,
                "--server.tomcat.threads.min-spare=1",
                "--weir.plans.default.rate=1B",
                "--weir.clients[0].key=fast",
                "--weir.clients[0].plan=fast",
                "--weir.plans.fast.rate=0");
    }
}
