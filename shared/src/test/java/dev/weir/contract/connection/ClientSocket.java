package dev.weir.contract.connection;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A client's socket with a chosen local address, in clear text or with TLS. */
public final class ClientSocket implements AutoCloseable {
    private static final SSLContext CONTEXT = new AnyCertificate().context();

    @FunctionalInterface
    public interface Look {
        boolean seen() throws IOException;
    }

    private final Socket plain = new Socket();
    private final Socket socket;
    private final String host;

    /**
     * Connects to a server on this machine.
     *
     * @param from a loopback address to connect from; the server sees it as the client's address
     * @param protocol the protocol to negotiate by ALPN over TLS, or null for clear text
     */
    public ClientSocket(String from, int port, @Nullable String protocol) {
        this(from, new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), "127.0.0.1", protocol);
    }

    /**
     * Connects to a server on any machine.
     *
     * @param from the address to connect from; used only if the server is on this machine
     * @param host the server's name, for the Host field of requests
     */
    public ClientSocket(String from, InetSocketAddress to, String host, @Nullable String protocol) {
        this.host = host;
        try {
            // Set the size before connecting, because it bounds how much the kernel reads ahead. With a smaller buffer,
            // the server's kernel would send only when a timer fires.
            plain.setReceiveBufferSize(256 * 1024);
            plain.setSoTimeout(Patience.millis());
            plain.setTcpNoDelay(true); // without a delay between head and content, which are two writes
            if (to.getAddress().isLoopbackAddress()) {
                plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            }
            plain.connect(to, Patience.millis());
            socket = protocol == null ? plain : secured(plain, protocol);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Socket secured(Socket plain, String protocol) throws IOException {
        SSLSocket secured = (SSLSocket) CONTEXT.getSocketFactory().createSocket(plain, null, plain.getPort(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        String chosen = secured.getApplicationProtocol();
        if (!(chosen.isEmpty() ? "http/1.1" : chosen).equals(protocol)) {
            throw new IOException("the server chose '" + chosen + "' by ALPN");
        }
        return secured;
    }

    String host() {
        return host;
    }

    boolean isSecured() {
        return socket instanceof SSLSocket;
    }

    public InputStream in() {
        try {
            return socket.getInputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public OutputStream out() {
        try {
            return socket.getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean within(int millis, Look look) {
        try {
            socket.setSoTimeout(millis);
            return look.seen();
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            patience(Patience.millis());
        }
    }

    private void patience(int millis) {
        try {
            socket.setSoTimeout(millis);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether an exception shows that the connection was reset, in clear text or over TLS. */
    public static boolean isReset(@Nullable Throwable e) {
        return e instanceof SocketException || e instanceof SSLException || e instanceof EOFException;
    }

    /** Ends the sending side of the TCP connection. Over TLS, the server sees no {@code close_notify}. */
    public void endOutput() {
        try {
            plain.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void reset() {
        try {
            if (plain.isClosed()) {
                return; // TLS closes the socket itself when the server resets it
            }
            plain.setSoLinger(true, 0);
            plain.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
