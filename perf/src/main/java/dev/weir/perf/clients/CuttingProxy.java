package dev.weir.perf.clients;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Passes bytes on between clients and a server, until a connection's {@link Cut}.
 *
 * <p>To the server all its connections are one client, with an address of its own: downloads that run beside each other
 * do not take each other's rate. A thread, virtual, for each direction.
 */
final class CuttingProxy implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;
    private static final int BACKLOG = 128;

    private final ServerSocket listening;
    private final InetSocketAddress server;
    private final InetSocketAddress source;
    private final Cuts cuts;
    /** Of clients; the other side of each ends with it. */
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private final Queue<Cut> done = new ConcurrentLinkedQueue<>();

    /**
     * Listens on a free port of the loopback at once.
     *
     * @param source what the server sees as the client's address
     */
    CuttingProxy(InetSocketAddress server, InetSocketAddress source, Cuts cuts) throws IOException {
        this.server = server;
        this.source = source;
        this.cuts = cuts;
        listening = new ServerSocket(0, BACKLOG, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
    }

    /** Those that struck, until now: a connection whose answers ended before its cut is none of them. */
    List<Cut> done() {
        return List.copyOf(done);
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket client = listening.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // Closed; whoever waits for an answer is told by close().
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket upstream = new Socket()) {
            open.add(client);
            if (listening.isClosed()) {
                return; // an accept that was under way when it was closed
            }
            upstream.bind(source);
            upstream.connect(server);
            Thread.ofVirtual().start(() -> forward(client, upstream));
            answer(upstream, client);
        } catch (IOException e) {
            // One side left: so did the other, by the end of the block.
        } finally {
            open.remove(client);
        }
    }

    private static void forward(Socket client, Socket upstream) {
        try {
            client.getInputStream().transferTo(upstream.getOutputStream());
            upstream.shutdownOutput();
        } catch (IOException e) {
            // The other direction notices.
        }
    }

    /** Until the server ends, or the cut: the byte that follows it is read, and dropped. */
    private void answer(Socket upstream, Socket client) throws IOException {
        InputStream in = upstream.getInputStream();
        OutputStream out = client.getOutputStream();
        byte[] buffer = new byte[BUFFER];
        int read = in.read(buffer);
        if (read < 0) {
            return;
        }
        // Drawn here: browsers open connections that they never use.
        Cut cut = cuts.next();
        long left = cut.afterBytes();
        for (; read >= 0; read = in.read(buffer)) {
            out.write(buffer, 0, (int) Math.min(read, left));
            if (read > left) {
                done.add(cut);
                if (cut.byReset()) {
                    client.setOption(StandardSocketOptions.SO_LINGER, 0);
                }
                return;
            }
            left -= read;
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
