package dev.weir.contract;

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

/** A socket from an address of ours, in the clear or with TLS around it. */
final class ClientSocket implements AutoCloseable {
    /** Only how long a server may be silent before that is a failure. */
    private static final int SILENCE_MILLIS = 10_000;

    private static final SSLContext CONTEXT = new AnyCertificate().context();

    /** What is read, which may come sooner or later. */
    @FunctionalInterface
    interface Look {
        boolean seen() throws IOException;
    }

    private final Socket plain = new Socket();
    private final Socket socket;

    /**
     * Connects.
     *
     * @param from a loopback address of ours, which is what the server sees
     * @param protocol by ALPN, of a TLS connection; null for none in the clear
     */
    ClientSocket(String from, int port, @Nullable String protocol) {
        try {
            // Before it connects: it bounds what the kernel takes off a server that is not read from. Less than some
            // segments of the loopback interface would make the kernel of the server wait for room on a timer.
            plain.setReceiveBufferSize(256 * 1024);
            plain.setSoTimeout(SILENCE_MILLIS);
            plain.setTcpNoDelay(true); // head and content are two writes
            plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            plain.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
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

    boolean isSecured() {
        return socket instanceof SSLSocket;
    }

    InputStream in() {
        try {
            return socket.getInputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    OutputStream out() {
        try {
            return socket.getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it is seen so soon. */
    boolean within(int millis, Look look) {
        try {
            socket.setSoTimeout(millis);
            return look.seen();
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            patience(SILENCE_MILLIS);
        }
    }

    private void patience(int millis) {
        try {
            socket.setSoTimeout(millis);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the connection has ended with a reset, as TLS says it too. */
    static boolean isReset(@Nullable Throwable e) {
        return e instanceof SocketException || e instanceof SSLException || e instanceof EOFException;
    }

    /** Goes away as a killed process does, under TLS too. */
    void reset() {
        try {
            if (plain.isClosed()) {
                return; // TLS closes it when the server resets it
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
