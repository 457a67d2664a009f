package dev.weir.reactive.idiomatic;

import dev.weir.events.Batch;
import dev.weir.events.EventLog;
import dev.weir.events.EventSink;
import dev.weir.events.EventText;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Emits the events of one SSE stream. Spring encodes each event.
 *
 * <p>Runs on the {@link Scheduler.Worker} passed to the constructor. Blocks no thread while it waits for an event or
 * the subscriber's demand. When the client leaves, Reactor Netty cancels the subscription.
 */
final class EventFeed implements EventSink {
    /** Matches every kind of line end in {@code text/event-stream} (WHATWG HTML, 9.2.5). */
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    private final FluxSink<ServerSentEvent<String>> sink;
    private final Sinks.Empty<Void> cut;
    private final Scheduler.Worker worker;
    private @Nullable Listener listener;
    private boolean done;

    /**
     * @param cut ends the stream at once when completed. {@code sink.complete()} would first emit the queued events
     * @param worker runs its tasks one after another
     */
    EventFeed(FluxSink<ServerSentEvent<String>> sink, Sinks.Empty<Void> cut, Scheduler.Worker worker) {
        this.sink = sink;
        this.cut = cut;
        this.worker = worker;
    }

    /** Returns the first frame of a stream: a comment or an id. {@link Reading#opening} returns the same as bytes. */
    static ServerSentEvent<String> opening(EventLog log, Reading reading) {
        return reading.resumed() ? comment() : cursor(log.openingId(reading.after()));
    }

    /** Starts to emit events. Call it once, on any thread. */
    void begin(Fanout fanout, Reading reading) {
        sink.onDispose(() -> worker.schedule(this::end));
        sink.onRequest(more -> worker.schedule(this::ready));
        worker.schedule(() -> {
            if (!done) {
                listener = fanout.stream(reading.topics(), reading.after(), this);
            }
        });
    }

    @Override
    public boolean isReady() {
        return sink.requestedFromDownstream() > 0;
    }

    @Override
    public void send(Batch batch) {
        if (batch.size() == 0) {
            sink.next(batch.hasCursor() ? cursor(batch.cursor()) : comment());
        } else {
            batch.texts().forEach(event -> sink.next(frame(event)));
        }
    }

    @Override
    public void cutOff() {
        var _ = cut.tryEmitEmpty();
    }

    @Override
    public void dismiss() {
        sink.next(comeBack());
        sink.complete();
    }

    private void ready() {
        if (listener != null) {
            listener.ready();
        }
    }

    private void end() {
        done = true;
        if (listener != null) {
            listener.leave();
        }
    }

    /** Creates an event whose {@code retry} field tells the client when to reconnect. */
    static ServerSentEvent<String> comeBack() {
        Duration later = Duration.ofMillis(StreamFields.comeBackMillis());
        return ServerSentEvent.<String>builder().retry(later).build();
    }

    private static ServerSentEvent<String> comment() {
        return ServerSentEvent.<String>builder().comment("").build();
    }

    private static ServerSentEvent<String> cursor(String id) {
        return ServerSentEvent.<String>builder().id(id).build();
    }

    /**
     * Converts an event to Spring's type. Puts a space before each line of data. Otherwise the client would remove a
     * space that belongs to the data. Converts every line end to LF, because Spring splits lines only at LF.
     */
    private static ServerSentEvent<String> frame(EventText event) {
        ServerSentEvent.Builder<String> frame = ServerSentEvent.<String>builder()
                .id(event.id())
                .data(" " + LINE_END.matcher(event.data()).replaceAll("\n "));
        if (event.type() != null) {
            frame.event(event.type());
        }
        return frame.build();
    }
}
