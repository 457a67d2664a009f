package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Subscribers, each of an address of its own, who lose the connection and come back with the last id that they saw, while
 * events are published; every one must get every event once, in its order.
 *
 * <p>Confined to the generator's loop.
 */
public final class ReturningLoad {
    private static final int OK = 200;
    private static final Duration RETRY = Duration.ofSeconds(1);
    /** Published at once, that often a second. */
    private static final int TOGETHER = 10;

    private final Generator generator;
    private final InetSocketAddress server;
    private final EventRecorder recorder = new EventRecorder();
    private final List<Client> clients = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final EventPublisher publisher;
    private boolean connected;
    private int ready;
    private int returned;
    private int cutOff;
    private int planned;
    private int taken;

    /** Starts nothing yet. */
    public ReturningLoad(Generator generator, InetSocketAddress server) {
        this.generator = generator;
        this.server = server;
        this.publisher = new EventPublisher(EventLoad.TOKEN, new EventPublisher.Owner() {
            @Override
            public void published() {
                taken = recorder.published();
            }

            @Override
            public void failed(String reason) {
                if (taken < planned) { // else it has nothing to do any more
                    error(reason);
                }
            }
        });
    }

    /** Has so many come, one after the other. On the generator's loop. */
    public void start(int count, Duration ramp) {
        for (int i = 0; i < count; i++) {
            generator.after(ramp.multipliedBy(i).dividedBy(count), () -> {
                Client client = new Client(generator.freshAddress());
                clients.add(client);
                client.come();
            });
        }
    }

    /** Publishes so many events a second in the window, in which each client leaves once by a reset and comes back. */
    public void storm(Window window, int perSecond, SplittableRandom random) {
        recorder.measure(window);
        for (Client client : clients) {
            generator.at(random.nextLong(window.fromNanos(), window.toNanos()), client::leave);
        }
        planned = (int) (perSecond * window.seconds());
        long periodNanos = TOGETHER * 1_000_000_000L / perSecond;
        for (long at = window.fromNanos(); at < window.toNanos(); at += periodNanos) {
            long due = at;
            generator.at(due, () -> publish(due));
        }
    }

    private void publish(long dueNanos) {
        if (!publisher.isIdle()) {
            generator.after(Duration.ofMillis(1), () -> publish(dueNanos)); // late, and still published
            return;
        }
        publisher.publish(
                Stream.generate(() -> recorder.next(dueNanos)).limit(TOGETHER).toList());
        if (!connected) {
            connected = true;
            var _ = generator.connect(server, Generator.anyAddress(), publisher);
        }
    }

    /** How many streams were answered, since the start. On the generator's loop. */
    public int ready() {
        return ready;
    }

    /** How many came back. On the generator's loop. */
    public int returned() {
        return returned;
    }

    /** How often the server, or a kernel, ended a connection of one who came back then. On the generator's loop. */
    public int cutOff() {
        return cutOff;
    }

    /** On the generator's loop. */
    public int published() {
        return recorder.published();
    }

    /** Events that clients have still to get. On the generator's loop. */
    public long missing() {
        return clients.stream()
                .mapToLong(client -> recorder.published() - client.seen)
                .sum();
    }

    /** Of what came in the window and after it. On the generator's loop. */
    public EventRecording recording() {
        return recorder.recording(clients.size(), errors);
    }

    private void error(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    private final class Client implements EventFrames.Listener {
        private final InetSocketAddress address;
        private byte[] id = {};
        private int seen;
        private boolean back;
        private Stay stay;

        Client(InetSocketAddress address) {
            this.address = address;
            this.stay = new Stay(this);
        }

        void come() {
            stay = new Stay(this);
            Stay now = stay;
            var _ = generator.connect(server, address, now).addListener(future -> {
                if (future.cause() != null) {
                    error("connect: " + future.cause().getMessage());
                }
            });
        }

        void leave() {
            stay.leave();
            back = true;
            returned++;
            come();
        }

        /** Unless it has come back meanwhile. */
        void comeInsteadOf(Stay ended) {
            if (stay == ended) {
                come();
            }
        }

        String lastId() {
            return back ? "\r\nLast-Event-ID: " + new String(id, StandardCharsets.US_ASCII) : "";
        }

        @Override
        public void id(byte[] bytes, int from, int to) {
            id = Arrays.copyOfRange(bytes, from, to);
        }

        @Override
        public void sign() {
            stay.answered();
        }

        @Override
        public void event(byte[] bytes, int from, int to) {
            stay.answered();
            recorder.delivered(seen, bytes, from, to, clients.size(), System.nanoTime());
            seen++;
        }
    }

    /** One connection of a client. */
    private final class Stay extends ChannelInboundHandlerAdapter {
        private final Client client;
        private final ResponseHead head = new ResponseHead();
        private final EventFrames frames;
        private final ChunkedBody chunks;
        private @Nullable Channel channel;
        private boolean answered;
        private boolean left;

        Stay(Client client) {
            this.client = client;
            this.frames = new EventFrames(client);
            this.chunks = new ChunkedBody(frames);
        }

        void answered() {
            if (!answered) {
                answered = true;
                ready++;
            }
        }

        void leave() {
            left = true;
            if (channel != null && channel.isOpen()) {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
                var _ = channel.close();
            }
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
            if (left) {
                var _ = context.close();
                return;
            }
            byte[] request = ("GET /events HTTP/1.1\r\nHost: localhost" + client.lastId() + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
            var _ = context.writeAndFlush(Unpooled.wrappedBuffer(request), context.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = (ByteBuf) message;
            try {
                if (!left) {
                    read(in);
                }
            } catch (IllegalStateException | IllegalArgumentException e) {
                fail(String.valueOf(e.getMessage()));
            } finally {
                in.release();
            }
        }

        private void read(ByteBuf in) {
            if (!head.isComplete()) {
                if (!head.read(in)) {
                    return;
                }
                if (head.status() != OK) {
                    throw new IllegalStateException("status " + head.status());
                }
            }
            if (head.isChunked()) {
                chunks.read(in);
            } else {
                frames.read(in, in.readableBytes());
            }
        }

        private void fail(String reason) {
            if (!left) {
                error(reason);
                leave();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            cutOff();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            cutOff();
        }

        private void cutOff() {
            if (!left) {
                cutOff++;
                leave();
                client.back = true;
                generator.after(RETRY, () -> client.comeInsteadOf(this));
            }
        }
    }
}
