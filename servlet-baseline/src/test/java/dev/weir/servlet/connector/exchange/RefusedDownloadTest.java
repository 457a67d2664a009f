package dev.weir.servlet.connector.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.Clients;
import dev.weir.clients.Use;
import dev.weir.config.WeirProperties.Model;
import dev.weir.config.WeirProperties.Style;
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
 * When the server refuses a download, it must look for clients that have left. It must then no longer count the
 * downloads of these clients.
 *
 * <p>The heartbeat interval is an hour, so no regular check finds these clients. If this test fails, check that every
 * way to send a refusal calls {@link DisconnectSweep#refused}.
 */
class RefusedDownloadTest {
    private static final int PLACES = 3;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(Model.class)
    void d11_aRefusalFreesThePlacesOfClientsThatHaveLeft(Model model) throws IOException {
        try (ConfigurableApplicationContext server = start(model)) {
            Clients clients = server.getBean(Clients.class);
            int port = server.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            List<Socket> waiting = new ArrayList<>();
            for (int i = 0; i < PLACES; i++) {
                waiting.add(request(port));
            }
            await().atMost(LIMIT).until(() -> clients.active(Use.DOWNLOAD) == PLACES);
            for (Socket socket : waiting) {
                socket.close();
            }
            try (Socket socket = request(port)) {
                String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
                assertThat(answer).startsWith("HTTP/1.1 429");
            }
            await().atMost(LIMIT).until(() -> clients.active(Use.DOWNLOAD) == 0);
        }
    }

    private static Socket request(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) LIMIT.toMillis());
        String request = "GET /files/sample-200KiB.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        return socket;
    }

    private static ConfigurableApplicationContext start(Model model) {
        return SpringApplication.run(
                ServletServer.class,
                "--weir.model=" + model,
                "--weir.style=" + Style.TUNED,
                "--server.port=0",
                "--management.server.port=-1",
                "--weir.events.heartbeat=1h",
                "--weir.plans.default.rate=1B",
                "--weir.plans.default.max-downloads=" + PLACES);
    }
}
