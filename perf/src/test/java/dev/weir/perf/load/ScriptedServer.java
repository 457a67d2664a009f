package dev.weir.perf.load;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A test server that answers requests as a script says. It sends each answer in pieces of 1,000 bytes. */
final class ScriptedServer implements AutoCloseable {
    private static final int PIECE = 1000;

    private final ServerSocket socket;
    private final Script script;
    private final int requestsPerConnection;
    private final Queue<InetAddress> clients = new ConcurrentLinkedQueue<>();
    private final AtomicInteger requests = new AtomicInteger();

    interface Script {
        /**
         * Returns the answer to a request, or null to close the connection. May block.
         *
         * @param request the number of the request, counted from 1 over all connections
         */
        byte @Nullable [] answer(int request) throws InterruptedException;
    }

    /** Creates a server that answers one request of each connection with {@code answer}, and closes the connection. */
    ScriptedServer(byte[] answer) {
        this(1, _ -> answer);
    }

    /** Creates a server that closes a connection after this many requests, even if an answer promises keep-alive. */
    ScriptedServer(int requestsPerConnection, Script script) {
        this.requestsPerConnection = requestsPerConnection;
        this.script = script;
        try {
            socket = new ServerSocket(0, 128, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    Queue<InetAddress> clients() {
        return clients;
    }

    int requests() {
        return requests.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                clients.add(client.getInetAddress());
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException _) {
            // The test has closed the socket.
        }
    }

    private void serve(Socket client) {
        try (client;
                OutputStream out = client.getOutputStream()) {
            client.setTcpNoDelay(true);
            byte[] request = new byte[4096];
            for (int i = 0; i < requestsPerConnection && client.getInputStream().read(request) >= 0; i++) {
                byte[] answer = script.answer(requests.incrementAndGet());
                if (answer == null) {
                    return;
                }
                for (int from = 0; from < answer.length; from += PIECE) {
                    out.write(answer, from, Math.min(PIECE, answer.length - from));
                }
            }
        } catch (IOException _) {
            // The generator closes the connection as soon as it finds an answer wrong.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
