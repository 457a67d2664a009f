package dev.weir.reactive.idiomatic;

import dev.weir.events.Batch;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.codec.ServerSentEventHttpMessageWriter;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The events of one stream as WebFlux would have them written: a {@code Flux<ServerSentEvent>}.
 *
 * <p>Which thread: the connection's event loop. Waited for without a thread: the next event, by {@link Fanout}; and the
 * demand of Reactor Netty, which is not the room in the socket. The client leaves: the flux is cancelled.
 *
 * <p>Each subscriber has its request, its chain of operators and its own encoding of every event, which is what the
 * comparison shows; {@code tuned.netty.EventFeed} is what serves otherwise. Spring's writer drops a blank that data begins
 * with.
 */
public final class IdiomaticFeed implements EventSink {
    private static final ServerSentEventHttpMessageWriter WRITER = new ServerSentEventHttpMessageWriter();
    private static final ResolvableType TYPE = ResolvableType.forClass(ServerSentEvent.class);
    private static final JsonMapper JSON = new JsonMapper();

    /** The last batch of a loop as objects, for all its subscribers. Confined to the loop. */
    public static final class Objects {
        private @Nullable Batch batch;
        private List<ServerSentEvent<String>> events = List.of();

        List<ServerSentEvent<String>> of(Batch wanted) {
            if (batch != wanted) {
                batch = wanted;
                events = read(wanted);
            }
            return events;
        }

        private static List<ServerSentEvent<String>> read(Batch batch) {
            List<ServerSentEvent<String>> all = new ArrayList<>();
            for (JsonNode event : JSON.readTree(batch.json())) {
                ServerSentEvent.Builder<String> one = ServerSentEvent.<String>builder()
                        .id(event.get("id").asString())
                        .data(event.get("data").asString());
                if (!event.get("type").isNull()) {
                    one.event(event.get("type").asString());
                }
                all.add(one.build());
            }
            if (all.isEmpty()) {
                all.add(quiet(batch.hasCursor() ? batch.cursor() : ""));
            }
            return all;
        }
    }

    private final FluxSink<ServerSentEvent<String>> sink;
    private final Objects objects;
    private @Nullable Listener listener;

    private IdiomaticFeed(FluxSink<ServerSentEvent<String>> sink, Objects objects) {
        this.sink = sink;
        this.objects = objects;
    }

    /** A frame that fires nothing: a cursor, or a comment where there is none to tell. */
    private static ServerSentEvent<String> quiet(String cursor) {
        return cursor.isEmpty()
                ? ServerSentEvent.<String>builder().comment("").build()
                : ServerSentEvent.<String>builder().id(cursor).build();
    }

    /**
     * Completes when the stream has ended. Any thread may subscribe.
     *
     * @param loop the connection's event loop, to which {@code fanout} and {@code objects} are confined
     * @param opening the id that the stream begins with; empty if there is none to tell
     */
    public static Mono<Void> write(
            ServerHttpResponse response,
            Executor loop,
            Fanout fanout,
            Objects objects,
            String opening,
            Reading reading) {
        Flux<ServerSentEvent<String>> events = Flux.create(sink -> {
            IdiomaticFeed feed = new IdiomaticFeed(sink, objects);
            sink.onDispose(() -> loop.execute(feed::leave));
            sink.onRequest(more -> loop.execute(feed::ready));
            loop.execute(() -> feed.listener = fanout.stream(reading.topics(), reading.after(), feed));
        });
        return WRITER.write(events.startWith(quiet(opening)), TYPE, MediaType.TEXT_EVENT_STREAM, response, Map.of());
    }

    @Override
    public boolean isReady() {
        return sink.requestedFromDownstream() > 0;
    }

    @Override
    public void send(Batch batch) {
        objects.of(batch).forEach(sink::next);
    }

    @Override
    public void cutOff() {
        sink.error(new ClosedChannelException());
    }

    @Override
    public void dismiss() {
        String text = new String(StreamFields.comeBack(), StandardCharsets.US_ASCII);
        long millis = Long.parseLong(text.replaceAll("\\D", ""));
        sink.next(ServerSentEvent.<String>builder()
                .retry(Duration.ofMillis(millis))
                .build());
        sink.complete();
    }

    private void ready() {
        if (listener != null) {
            listener.ready();
        }
    }

    private void leave() {
        if (listener != null) {
            listener.leave();
        }
    }
}
