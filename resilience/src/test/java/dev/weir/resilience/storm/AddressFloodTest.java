package dev.weir.resilience.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.perf.load.Generator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AddressFloodTest {
    private final Generator generator = new Generator(true);
    private final Set<String> addresses = ConcurrentHashMap.newKeySet();

    @AfterEach
    void close() {
        generator.close();
    }

    @Test
    void everyAddressIsAnsweredOnceAndCountedByStatus() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/files/a", exchange -> {
            String address = exchange.getRequestHeaders().getFirst("X-Forwarded-For");
            addresses.add(address);
            exchange.sendResponseHeaders(address.endsWith(".1") ? 503 : 200, -1);
            exchange.close();
        });
        server.start();
        try {
            assertThat(flood(server.getAddress(), 3, 512)).isEqualTo(Map.of("200", 510L, "503", 2L));
        } finally {
            server.stop(0);
        }
        assertThat(addresses).hasSize(512);
    }

    @Test
    void aConnectionThatEndsIsCounted() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread closing = Thread.startVirtualThread(() -> closeTwo(server));
            assertThat(flood((InetSocketAddress) server.getLocalSocketAddress(), 2, 100))
                    .isEqualTo(Map.of("connection lost", 2L));
            closing.join();
        }
    }

    @Test
    void addressesDiffer() {
        assertThat(IntStream.range(0, 100_000).mapToObj(AddressFlood::address))
                .doesNotHaveDuplicates()
                .contains("10.0.0.0", "10.1.134.159");
        assertThat(AddressFlood.address((1 << 24) - 1)).isEqualTo("10.255.255.255");
    }

    private static void closeTwo(ServerSocket server) {
        try {
            for (int i = 0; i < 2; i++) {
                var client = server.accept();
                client.shutdownOutput();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, Long> flood(InetSocketAddress server, int connections, int end) throws InterruptedException {
        return AddressFlood.run(generator, server, "/files/a", connections, 0, end);
    }
}
