package dev.weir.contract.programs;

import dev.weir.contract.server.TestedServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** A proxy that forwards bytes between clients and the server. Cuts connections, by a reset or by a regular close. */
final class CuttingProxy implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket listening;
    private final InetSocketAddress server;
    private final InetSocketAddress source;
    private final IntSupplier answers;
    private final boolean byReset;
    private final AtomicInteger connections = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Creates a proxy that cuts connections only when {@link #cut} is called. */
    CuttingProxy(TestedServer server, String from) {
        this(server, from, () -> Integer.MAX_VALUE);
    }

    /**
     * Creates a proxy that cuts each connection after a number of bytes, by a reset.
     *
     * @param from a loopback address to connect from; the server sees it as the client's address
     * @param answers returns a number for each new connection; the proxy cuts the connection after so many bytes from
     *     the server
     */
    CuttingProxy(TestedServer server, String from, IntSupplier answers) {
        this(server, from, answers, true);
    }

    /**
     * Creates a proxy that cuts each connection after a number of bytes, by a reset or by a regular close.
     *
     * @param byReset true for a reset, false for a regular close
     */
    CuttingProxy(TestedServer server, String from, IntSupplier answers, boolean byReset) {
        this.server = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), server.port());
        this.source = new InetSocketAddress(InetAddress.ofLiteral(from), 0);
        this.answers = answers;
        this.byReset = byReset;
        try {
            listening = new ServerSocket(0, BACKLOG, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    void cut() {
        open.forEach(CuttingProxy::reset);
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket client = listening.accept();
                int most = answers.getAsInt();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(client, most));
            }
        } catch (IOException e) {
            // The proxy was closed.
        }
    }

    private void serve(Socket client, int most) {
        Socket upstream = new Socket();
        open.add(client);
        open.add(upstream);
        try {
            upstream.bind(source);
            upstream.connect(server);
            Thread.ofVirtual().start(() -> forward(client, upstream));
            answer(upstream.getInputStream(), client.getOutputStream(), most);
            if (!byReset) {
                client.close();
            }
        } catch (IOException e) {
            // One side has left. The other side is closed next.
        } finally {
            end(client);
            end(upstream);
        }
    }

    private void forward(Socket client, Socket upstream) {
        try {
            client.getInputStream().transferTo(upstream.getOutputStream());
        } catch (IOException e) {
            // The client has left by a reset.
        }
        end(upstream);
    }

    private static void answer(InputStream in, OutputStream out, int most) throws IOException {
        byte[] buffer = new byte[16 * 1024];
        for (int left = most; left > 0; ) {
            int read = in.read(buffer, 0, Math.min(buffer.length, left));
            if (read < 0) {
                return;
            }
            out.write(buffer, 0, read);
            left = most == Integer.MAX_VALUE ? most : left - read;
        }
    }

    private void end(Socket socket) {
        open.remove(socket);
        reset(socket);
    }

    private static void reset(Socket socket) {
        try (socket) {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            // The other direction or a cut has closed it.
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
