package dev.weir.cluster;

import dev.weir.contract.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/** A network that forwards a number of bytes from Redis on each connection, and then nothing more. */
final class StallingProxy implements AutoCloseable {
    private static final int BACKLOG = 50;
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final ServerSocket listening;
    private final URI redis;
    private final int most;

    private StallingProxy(RedisServer redis, int most) {
        this.redis = URI.create(redis.uri());
        this.most = most;
        try {
            this.listening = new ServerSocket(0, BACKLOG, LOOPBACK);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Listens at once. */
    static StallingProxy start(RedisServer redis, int most) {
        StallingProxy proxy = new StallingProxy(redis, most);
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    String uri() {
        return "redis://127.0.0.1:" + listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(LOOPBACK, redis.getPort());
                Thread.ofVirtual().start(() -> forward(client, server, Integer.MAX_VALUE));
                Thread.ofVirtual().start(() -> forward(server, client, most));
            }
        } catch (IOException e) {
            // The proxy is closed.
        }
    }

    private static void forward(Socket from, Socket to, int most) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[16 * 1024];
            int left = most;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, Math.min(read, left));
                left -= Math.min(read, left);
            }
        } catch (IOException e) {
            // One side has left.
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
