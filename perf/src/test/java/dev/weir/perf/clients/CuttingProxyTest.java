package dev.weir.perf.clients;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CuttingProxyTest {
    private static final InetSocketAddress SOURCE = new InetSocketAddress(InetAddress.ofLiteral("127.1.1.1"), 0);
    private static final long SEED = 3;
    private static final int FILE_BYTES = 50_000;

    private final ServerSocket listening = new ServerSocket(0, 8, InetAddress.ofLiteral("127.0.0.1"));
    private final byte[] answer = new byte[Cuts.HEADER_BYTES + FILE_BYTES];

    CuttingProxyTest() throws IOException {
        new Random(17).nextBytes(answer);
    }

    @AfterEach
    void close() throws IOException {
        listening.close();
    }

    private CuttingProxy proxy(int most) throws IOException {
        InetSocketAddress server = new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
        return new CuttingProxy(server, SOURCE, new Cuts(SEED, FILE_BYTES, most));
    }

    /** All that comes of one answer, a character for each byte, and whether it ended by a reset. */
    private record Received(String bytes, boolean reset) {}

    private Received ask(CuttingProxy proxy) throws IOException {
        try (Socket client =
                new Socket(proxy.address().getAddress(), proxy.address().getPort())) {
            client.getOutputStream().write("ask".getBytes(US_ASCII));
            try (Socket server = listening.accept()) {
                assertThat(server.getInetAddress()).isEqualTo(SOURCE.getAddress());
                assertThat(server.getInputStream().readNBytes(3)).isEqualTo("ask".getBytes(US_ASCII));
                server.getOutputStream().write(answer);
            } catch (SocketException e) {
                // Cut while it was written.
            }
            return receive(client.getInputStream());
        }
    }

    private static Received receive(InputStream in) throws IOException {
        byte[] bytes = new byte[2 * (Cuts.HEADER_BYTES + FILE_BYTES)];
        int length = 0;
        try {
            for (int read = 0; read >= 0; read = in.read(bytes, length, bytes.length - length)) {
                length += read;
            }
            return new Received(new String(bytes, 0, length, ISO_8859_1), false);
        } catch (SocketException e) {
            return new Received(new String(bytes, 0, length, ISO_8859_1), true);
        }
    }

    @Test
    void eachConnectionEndsWhereAndHowItsCutSays() throws IOException {
        int most = 20;
        Cuts expected = new Cuts(SEED, FILE_BYTES, most);
        List<Cut> struck = new ArrayList<>();
        try (CuttingProxy proxy = proxy(most)) {
            for (int i = 0; i < most; i++) {
                Cut cut = expected.next();
                Received received = ask(proxy);
                assertThat(received.reset()).isEqualTo(cut.byReset());
                assertThat(new String(answer, ISO_8859_1)).startsWith(received.bytes());
                if (cut.byReset()) {
                    assertThat(received.bytes().length()).isLessThanOrEqualTo((int) cut.afterBytes());
                } else {
                    assertThat(received.bytes()).hasSize((int) cut.afterBytes());
                }
                struck.add(cut);
            }
            assertThat(proxy.done()).isEqualTo(struck);
        }
    }

    @Test
    void whatIsNotCutArrivesWhole() throws IOException {
        try (CuttingProxy proxy = proxy(0)) {
            assertThat(ask(proxy).bytes()).isEqualTo(new String(answer, ISO_8859_1));
            assertThat(proxy.done()).isEmpty();
        }
    }

    @Test
    void anUnusedConnectionTakesNoCut() throws IOException {
        try (CuttingProxy proxy = proxy(1)) {
            try (Socket unused = new Socket(
                            proxy.address().getAddress(), proxy.address().getPort());
                    Socket server = listening.accept()) {
                assertThat(server.isConnected()).isTrue();
                assertThat(unused.isConnected()).isTrue();
            }
            ask(proxy);
            assertThat(proxy.done()).hasSize(1);
        }
    }

    @Test
    void closedItServesNobody() throws IOException {
        CuttingProxy proxy = proxy(0);
        proxy.close();
        try (Socket client =
                new Socket(proxy.address().getAddress(), proxy.address().getPort())) {
            assertThat(client.getInputStream().read()).isNegative(); // an accept was still under way
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching(".*(refused|reset).*");
        }
    }
}
