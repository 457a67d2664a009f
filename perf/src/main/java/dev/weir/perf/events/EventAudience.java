package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Clients that must each get every event once, in its order, and one more that publishes.
 *
 * <p>Confined to the generator's loop.
 */
public abstract sealed class EventAudience permits EventLoad, ReturningLoad, StreamsLoad {
    /** The key of who may publish. */
    public static final String TOKEN = "weir-perf-publisher";

    final Generator generator;
    final InetSocketAddress server;
    final EventRecorder recorder = new EventRecorder();
    final EventClient.Owner owner = new Heard();
    final EventPublisher publisher;
    private final Map<String, Long> errors = new TreeMap<>();
    private int ready;

    EventAudience(Generator generator, InetSocketAddress server) {
        this.generator = generator;
        this.server = server;
        publisher = new EventPublisher(generator, server, TOKEN, owner);
    }

    /** How many must get each event. */
    abstract int size();

    /** Somebody got an event. */
    void delivered() {}

    /** The server has taken all that was published. */
    void taken() {}

    /** A connection carries nothing any more. */
    void ended(Connection connection, String reason) {
        failed(reason);
    }

    final void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    /** Publishes so many events at once. */
    final void publish(int together, long intendedNanos) {
        publisher.publish(Stream.generate(() -> recorder.next(intendedNanos))
                .limit(together)
                .toList());
    }

    /** How often the server has answered who wants to listen. On the generator's loop. */
    public final int ready() {
        return ready;
    }

    /** Whether everybody has got everything, and nothing is being published. On the generator's loop. */
    public final boolean isQuiet() {
        return publisher.isIdle() && recorder.isWith(size());
    }

    /** Deliveries since the start. On the generator's loop. */
    public final long deliveries() {
        return recorder.deliveries();
    }

    /** Deliveries that did not come, yet. On the generator's loop. */
    public long missing() {
        return (long) recorder.published() * size() - recorder.deliveries();
    }

    Map<String, Long> errors() {
        return errors;
    }

    /** What was counted of the window until now. On the generator's loop. */
    public final EventRecorder.EventRecording recording() {
        return recorder.recording(size(), errors());
    }

    private final class Heard implements EventClient.Owner {
        @Override
        public void ready() {
            ready++;
        }

        @Override
        public void delivered(int number, byte[] bytes, int from, int to, long nowNanos) {
            recorder.delivered(number, bytes, from, to, size(), nowNanos);
            EventAudience.this.delivered();
        }

        @Override
        public void published() {
            taken();
        }

        @Override
        public void ended(Connection connection, String reason) {
            EventAudience.this.ended(connection, reason);
        }
    }
}
