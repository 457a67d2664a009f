package dev.weir.config.management;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.springframework.core.env.Environment;

/**
 * Checks that the server answers HTTP requests. Sends a request for {@code /} to the server's own port. The server must
 * accept the connection within 0.9 s, and then send a status below 500 within another 0.9 s.
 *
 * <p>If the server listens on 127.0.0.1, the probe connects from another loopback address if possible. The server
 * limits the connections from each address, so the probe then takes none from the clients on this machine. Over TLS,
 * the probe accepts any certificate, because the server is this process. Thread-safe. Blocks.
 */
public final class ConnectorProbe implements BooleanSupplier {
    private static final String REQUEST = "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    private static final int PATIENCE_MILLIS = 900;
    /** The source address of the probe: a loopback address that other programs are unlikely to use. */
    private static final String SOURCE = "127.87.69.73";

    private final Environment environment;

    ConnectorProbe(Environment environment) {
        this.environment = environment;
    }

    @Override
    public boolean getAsBoolean() {
        Integer port = environment.getProperty("local.server.port", Integer.class);
        if (port == null || port <= 0) {
            return false; // the server has not started yet
        }
        try (Socket plain = connect(port)) {
            return isTls() ? overTls(plain) : isServed(plain);
        } catch (IOException | GeneralSecurityException e) {
            return false;
        }
    }

    private Socket connect(int port) throws IOException {
        String bound = environment.getProperty("server.address");
        InetAddress address = bound == null ? InetAddress.ofLiteral("127.0.0.1") : InetAddress.getByName(bound);
        if (address.isAnyLocalAddress()) {
            address = InetAddress.ofLiteral("127.0.0.1");
        }
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(PATIENCE_MILLIS);
            if (address.equals(InetAddress.ofLiteral("127.0.0.1"))) {
                bind(socket);
            }
            socket.connect(new InetSocketAddress(address, port), PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static void bind(Socket socket) {
        try {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(SOURCE), 0));
        } catch (IOException e) {
            // Other systems than Linux do not have all addresses of 127.0.0.0/8. The probe works without this address.
        }
    }

    private boolean isTls() {
        return environment.getProperty("server.ssl.enabled", Boolean.class, true)
                && (environment.containsProperty("server.ssl.bundle")
                        || environment.containsProperty("server.ssl.key-store")
                        || environment.containsProperty("server.ssl.certificate"));
    }

    /**
     * Sends the request over TLS. Returns whether the server answers. If the server requires a client certificate, a
     * refused handshake also counts as an answer.
     */
    private boolean overTls(Socket plain) throws IOException, GeneralSecurityException {
        boolean wantsCertificate = "need".equalsIgnoreCase(environment.getProperty("server.ssl.client-auth"));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anybody()}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(plain, plain.getInetAddress().getHostAddress(), plain.getPort(), true)) {
            socket.startHandshake();
            return isServed(socket);
        } catch (SSLException e) {
            return wantsCertificate;
        }
    }

    private static boolean isServed(Socket socket) throws IOException {
        socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        String line = new String(in.readNBytes("HTTP/1.1 2".length()), StandardCharsets.US_ASCII);
        return line.matches("HTTP/1\\.1 [1-4]");
    }

    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            // The server is this process.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
