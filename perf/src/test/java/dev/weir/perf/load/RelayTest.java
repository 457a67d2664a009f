package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayTest {
    private static final int LENGTH = 3_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Generator generator = new Generator(true);
    private final ServerSocket listening;
    private AutoCloseable relay = () -> {};
    private Socket client = new Socket();
    private Socket server = new Socket();

    RelayTest() throws IOException {
        listening = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
    }

    private Relay connect(int delayMillis) throws IOException {
        InetSocketAddress upstream = new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
        Relay connecting = new Relay(generator, upstream, Duration.ofMillis(delayMillis));
        relay = connecting;
        client = new Socket(
                connecting.address().getAddress(), connecting.address().getPort());
        server = listening.accept();
        return connecting;
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        server.close();
        relay.close();
        generator.close();
        listening.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void theSameBytesArriveBothWays(int delayMillis) throws Exception {
        connect(delayMillis);
        assertCarries(client, server);
        assertCarries(server, client);
    }

    @Test
    void nothingComesBeforeTheDelayIsOver() throws Exception {
        connect(20);
        long startNanos = System.nanoTime();
        client.getOutputStream().write(1);
        assertThat(server.getInputStream().read()).isEqualTo(1);
        assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(20_000_000);
    }

    @Test
    void aShorterDelayKeepsTheOrder() throws Exception {
        Relay slow = connect(60_000);
        client.getOutputStream().write(1);
        assertThat(Waiting.holds(PATIENCE, () -> generator.ask(slow::delayed) == 1))
                .as("the first byte is delayed")
                .isTrue();
        slow.delay(Duration.ZERO);
        client.getOutputStream().write(2);
        assertThat(server.getInputStream().read()).isEqualTo(1);
    }

    private byte[] answered(Relay through, Relay.Spoiler spoiler, int length, String text) throws Exception {
        generator.ask(() -> {
            through.spoil(spoiler);
            return true;
        });
        byte[] answer = text.repeat(length).getBytes(StandardCharsets.US_ASCII);
        server.getOutputStream().write(answer);
        server.close();
        return client.getInputStream().readAllBytes();
    }

    @Test
    void oneByteOfABodyIsSpoiled() throws Exception {
        byte[] answer = answered(connect(0), Relay.Spoiler.WRONG_BYTE, 5_000, "a");
        assertThat(answer).hasSize(5_000).containsOnly('a', '`').containsOnlyOnce((byte) '`');
    }

    @Test
    void aHeaderIsNotSpoiled() throws Exception {
        String header = "HTTP/1.1 200 OK\r\n\r\n";
        assertThat(answered(connect(0), Relay.Spoiler.WRONG_BYTE, 1, header))
                .asString()
                .isEqualTo(header);
    }

    @Test
    void onlyAPartWithAnEventIsLost() throws Exception {
        assertThat(answered(connect(0), Relay.Spoiler.LOST_EVENT, 1, "data:x\n\n"))
                .isEmpty();
    }

    @Test
    void aPartWithoutAnEventIsNotLost() throws Exception {
        assertThat(answered(connect(0), Relay.Spoiler.LOST_EVENT, 1, ":beat\n\n"))
                .hasSize(7);
    }

    @Test
    void theClientsEndIsTheServersAfterTheLastByte() throws Exception {
        connect(5);
        client.getOutputStream().write(7);
        client.close();
        assertThat(server.getInputStream().readAllBytes()).containsExactly(7);
    }

    @Test
    void theServersEndIsTheClients() throws Exception {
        connect(0);
        server.getOutputStream().write(7);
        server.close();
        assertThat(client.getInputStream().readAllBytes()).containsExactly(7);
    }

    private static void assertCarries(Socket from, Socket to) throws Exception {
        byte[] bytes = new byte[LENGTH];
        new Random(17).nextBytes(bytes);
        Callable<byte[]> read = () -> to.getInputStream().readNBytes(LENGTH);
        FutureTask<byte[]> received = new FutureTask<>(read);
        Thread.ofVirtual().start(received);
        from.getOutputStream().write(bytes);
        assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo(bytes);
    }
}
