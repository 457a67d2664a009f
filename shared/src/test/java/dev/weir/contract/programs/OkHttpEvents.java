package dev.weir.contract.programs;

import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.sse.EventSource;
import okhttp3.sse.EventSourceListener;
import okhttp3.sse.EventSources;
import org.jspecify.annotations.Nullable;

/**
 * Reads events with the library okhttp-sse. The library does not reconnect when a stream ends. This class reconnects at
 * once, with the last event id.
 */
final class OkHttpEvents extends EventSourceListener implements AutoCloseable {
    /** How many streams in a row may end without an event. */
    private static final int MOST_RETURNS = 10;

    private final OkHttpClient client = new OkHttpClient.Builder()
            .retryOnConnectionFailure(false)
            .readTimeout(Duration.ofSeconds(10))
            .build();
    private final int port;
    private final BlockingQueue<Optional<Event>> calls = new LinkedBlockingQueue<>();

    /** The event id with which to reconnect. OkHttp's thread writes this field before it queues the end of a stream. */
    private volatile @Nullable String lastEventId;

    private EventSource source;

    OkHttpEvents(int port) {
        this(port, null);
    }

    OkHttpEvents(int port, @Nullable String lastEventId) {
        this.port = port;
        this.lastEventId = lastEventId;
        this.source = subscribe();
    }

    List<Event> next(int count) {
        List<Event> events = new ArrayList<>();
        for (int returns = 0; events.size() < count; ) {
            Optional<Event> call = Eventually.next("an event", calls);
            if (call.isPresent()) {
                returns = 0;
                events.add(call.get());
            } else if (++returns > MOST_RETURNS) {
                throw new AssertionError("every stream ended without an event");
            } else {
                source = subscribe();
            }
        }
        return events;
    }

    private EventSource subscribe() {
        Request.Builder request = new Request.Builder().url("http://127.0.0.1:" + port + "/events");
        String id = lastEventId;
        if (id != null) {
            request.header("Last-Event-ID", id);
        }
        return EventSources.createFactory(client).newEventSource(request.build(), this);
    }

    @Override
    public void onEvent(EventSource source, @Nullable String id, @Nullable String type, String data) {
        lastEventId = id;
        calls.add(Optional.of(new Event(Objects.requireNonNull(id), type, data)));
    }

    @Override
    public void onClosed(EventSource source) {
        calls.add(Optional.empty());
    }

    @Override
    public void onFailure(EventSource source, @Nullable Throwable t, @Nullable Response response) {
        calls.add(Optional.empty());
    }

    @Override
    public void close() {
        source.cancel();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }
}
