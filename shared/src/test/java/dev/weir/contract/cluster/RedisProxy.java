package dev.weir.contract.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The network between a node and Redis, as a proxy. It can be slow, lose an answer, stall, and cut the node off. */
public final class RedisProxy implements AfterAllCallback, AutoCloseable {
    private static final int BACKLOG = 50;
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final ServerSocket listening;
    private final InetSocketAddress redis;
    private final Set<Way> open = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable String> unanswered = new AtomicReference<>();
    private volatile Duration delay = Duration.ZERO;
    private volatile int most = Integer.MAX_VALUE;
    private volatile boolean isCutOff;

    private RedisProxy(RedisServer redis) {
        this.redis = new InetSocketAddress(LOOPBACK, redis.port());
        try {
            this.listening = new ServerSocket(0, BACKLOG, LOOPBACK);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static RedisProxy to(RedisServer redis) {
        RedisProxy proxy = new RedisProxy(redis);
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    public String uri() {
        return "redis://127.0.0.1:" + listening.getLocalPort();
    }

    public String setting() {
        return "--weir.redis.uri=" + uri();
    }

    public String setting(String login) {
        return setting().replace("//", "//" + login + "@");
    }

    /** Sets the delay of all bytes that arrive from now on, in both directions. */
    void delay(Duration more) {
        delay = more;
    }

    void loseAnswerTo(String text) {
        unanswered.set(text);
    }

    /** Lets each new connection forward only this many bytes from Redis. The connection then stays open, but silent. */
    public void stallAfter(int bytes) {
        most = bytes;
    }

    void cut() {
        open.forEach(Way::end);
    }

    void cutOff() {
        isCutOff = true;
        cut();
    }

    void connectAgain() {
        isCutOff = false;
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket node = listening.accept();
                Thread.ofVirtual().start(() -> serve(node));
            }
        } catch (IOException e) {
            // The proxy is closed.
        }
    }

    private void serve(Socket node) {
        Way way = new Way(node, new Socket());
        open.add(way);
        try {
            way.redis.connect(redis);
            Thread.ofVirtual().start(() -> way.forward(node, way.redis));
            Thread.ofVirtual().start(() -> way.forward(way.redis, node));
        } catch (IOException e) {
            way.end(); // Redis is down
        }
        if (isCutOff) {
            way.end();
        }
    }

    private final class Way {
        private final Socket node;
        private final Socket redis;
        private volatile boolean isMute;

        /** How many more bytes from Redis to forward. Only the thread that reads from Redis uses this field. */
        private int left = most;

        Way(Socket node, Socket redis) {
            this.node = node;
            this.redis = redis;
        }

        void forward(Socket from, Socket to) {
            DelayLine line = new DelayLine();
            Thread.ofVirtual().start(() -> write(line, to));
            byte[] buffer = new byte[16 * 1024];
            try {
                for (int read = from.getInputStream().read(buffer);
                        read >= 0;
                        read = from.getInputStream().read(buffer)) {
                    if (from.equals(node)) {
                        byte[] commands = Arrays.copyOf(buffer, read);
                        listen(new String(commands, StandardCharsets.UTF_8));
                        line.put(commands, delay);
                    } else if (!isMute && left > 0) { // an empty array would end the line
                        byte[] answers = Arrays.copyOf(buffer, Math.min(read, left));
                        left -= answers.length;
                        line.put(answers, delay);
                    }
                }
            } catch (IOException e) {
                // One side has left, or the connection is cut.
            }
            line.put(new byte[0], delay); // the end
        }

        private void listen(String commands) {
            String text = unanswered.get();
            if (text != null && commands.contains(text) && unanswered.compareAndSet(text, null)) {
                isMute = true;
            }
        }

        private void write(DelayLine line, Socket to) {
            try {
                for (byte[] bytes = line.take(); bytes.length > 0; bytes = line.take()) {
                    to.getOutputStream().write(bytes);
                }
            } catch (IOException | InterruptedException e) {
                // The other side has left, or the connection is cut.
            }
            end();
        }

        void end() {
            open.remove(this);
            try (node;
                    redis) {
                node.setSoLinger(true, 0); // a reset
            } catch (IOException e) {
                // It is closed already.
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext test) {
        close();
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
