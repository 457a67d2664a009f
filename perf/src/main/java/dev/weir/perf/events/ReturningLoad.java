package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Subscribers, each of an address of its own, who lose the connection and come back with the last id that they saw, while
 * events are published; every one must get every event once, in its order.
 *
 * <p>Confined to the generator's loop.
 */
public final class ReturningLoad {
    /** Published at once, that often a second. */
    private static final int TOGETHER = 10;

    private final Generator generator;
    private final InetSocketAddress server;
    private final EventRecorder recorder = new EventRecorder();
    private final List<ReturningClient> clients = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Events events = new Events();
    private final EventPublisher publisher = new EventPublisher(EventLoad.TOKEN, events);
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
    }

    /** Has so many come, one after the other. On the generator's loop. */
    public void start(int count, Duration ramp) {
        for (int i = 0; i < count; i++) {
            generator.after(ramp.multipliedBy(i).dividedBy(count), () -> {
                ReturningClient client = new ReturningClient(generator, server, events);
                clients.add(client);
                client.come();
            });
        }
    }

    /** Publishes so many events a second in the window, in which each client leaves once by a reset and comes back. */
    public void storm(Window window, int perSecond, SplittableRandom random) {
        recorder.measure(window);
        for (ReturningClient client : clients) {
            generator.at(random.nextLong(window.fromNanos(), window.toNanos()), () -> {
                client.leaveAndComeBack();
                returned++;
            });
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
                .mapToLong(client -> recorder.published() - client.seen())
                .sum();
    }

    /** Of what came in the window and after it. On the generator's loop. */
    public EventRecorder.EventRecording recording() {
        return recorder.recording(clients.size(), errors);
    }

    private final class Events implements ReturningClient.Owner, EventPublisher.Owner {
        @Override
        public void answered() {
            ready++;
        }

        @Override
        public void delivered(int number, byte[] bytes, int from, int to) {
            recorder.delivered(number, bytes, from, to, clients.size(), System.nanoTime());
        }

        @Override
        public void cutOff() {
            cutOff++;
        }

        @Override
        public void published() {
            taken = recorder.published();
        }

        /** Who publishes has nothing to do any more when all is taken, and may be cut off. */
        @Override
        public void failed(String reason) {
            if (taken < planned || !reason.startsWith("publishing")) {
                errors.merge(reason, 1L, Long::sum);
            }
        }
    }
}
