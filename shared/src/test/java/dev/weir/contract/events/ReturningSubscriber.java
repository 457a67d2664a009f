package dev.weir.contract.events;

import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.TestedServer;

/** A subscriber that reconnects when its stream ends, with the last id that it has seen, as a browser does. */
final class ReturningSubscriber implements AutoCloseable {
    private static final int MOST_RETURNS = 10;

    private final TestedServer server;
    private EventStream stream;

    ReturningSubscriber(TestedServer server) {
        this.server = server;
        this.stream = EventStream.open(server, "/events");
    }

    Event next() {
        for (int i = 0; i < MOST_RETURNS; i++) {
            Event event = stream.nextOrEnd();
            if (event != null) {
                return event;
            }
            comeBack();
        }
        throw new AssertionError("every stream ended without an event");
    }

    void comeBack() {
        stream.reset();
        stream = EventStream.open(server, "/events", "Last-Event-ID: " + stream.cursor());
    }

    @Override
    public void close() {
        stream.close();
    }
}
