package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Streams of events on few HTTP/2 connections, many on each; every one must get every event once, in its order.
 *
 * <p>Confined to the generator's loop.
 */
public final class StreamsLoad {
    private final Generator generator;
    private final InetSocketAddress server;
    private final EventRecorder recorder = new EventRecorder();
    private final List<StreamsConnection> connections = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Owner owner = new Owner();
    private final EventPublisher publisher = new EventPublisher(EventLoad.TOKEN, owner);
    private boolean connected;
    private int ready;
    private int streams;

    /** Starts nothing yet. */
    public StreamsLoad(Generator generator, InetSocketAddress server) {
        this.generator = generator;
        this.server = server;
    }

    /** Opens so many connections with so many streams each, one after the other. On the generator's loop. */
    public void start(int count, int streamsEach, Duration ramp) {
        for (int i = 0; i < count; i++) {
            generator.after(ramp.multipliedBy(i).dividedBy(count), () -> {
                StreamsConnection connection = new StreamsConnection(owner, streamsEach);
                connections.add(connection);
                streams += streamsEach;
                generator.connect(server, generator.freshAddress(), connection, owner::failed);
            });
        }
    }

    /** Events that are published from now on are counted, if it is in this window. On the generator's loop. */
    public void measure(Window window) {
        recorder.measure(window);
    }

    /** Publishes one event now. On the generator's loop. */
    public void publish() {
        publisher.publish(List.of(recorder.next(System.nanoTime())));
        if (!connected) {
            connected = true;
            var _ = generator.connect(server, Generator.anyAddress(), publisher);
        }
    }

    /** How many streams have begun. On the generator's loop. */
    public int ready() {
        return ready;
    }

    /** Whether every stream has got every event. On the generator's loop. */
    public boolean isQuiet() {
        return publisher.isIdle() && recorder.isWith(streams);
    }

    /** Deliveries that did not come, yet. On the generator's loop. */
    public long missing() {
        return (long) recorder.published() * streams - recorder.deliveries();
    }

    /** On the generator's loop. */
    public EventRecorder.EventRecording recording() {
        return recorder.recording(streams, errors);
    }

    private final class Owner implements StreamsConnection.Owner, EventPublisher.Owner {
        @Override
        public void ready() {
            ready++;
        }

        @Override
        public void delivered(int number, byte[] bytes, int from, int to) {
            recorder.delivered(number, bytes, from, to, streams, System.nanoTime());
        }

        @Override
        public void published() {
            // Who publishes the next looks whether all have this one.
        }

        @Override
        public void failed(String reason) {
            errors.merge(reason, 1L, Long::sum);
        }
    }
}
