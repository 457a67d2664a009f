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

/** Answers every connection with the same bytes, in pieces, and closes it: a server whose behaviour a test knows. */
final class ScriptedServer implements AutoCloseable {
    private static final int PIECE = 1000;

    private final ServerSocket socket;
    private final byte[] answer;
    private final Queue<InetAddress> clients = new ConcurrentLinkedQueue<>();

    ScriptedServer(byte[] answer) {
        this.answer = answer;
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

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                clients.add(client.getInetAddress());
                Thread.ofVirtual().start(() -> answer(client));
            }
        } catch (IOException _) {
            // The test is over.
        }
    }

    private void answer(Socket client) {
        try (client;
                OutputStream out = client.getOutputStream()) {
            client.setTcpNoDelay(true);
            byte[] request = new byte[4096];
            if (client.getInputStream().read(request) < 0) {
                return;
            }
            for (int from = 0; from < answer.length; from += PIECE) {
                out.write(answer, from, Math.min(PIECE, answer.length - from));
            }
        } catch (IOException _) {
            // The generator breaks off what it finds wrong.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
