package dev.weir.watch.page;

import com.sun.net.httpserver.HttpExchange;
import dev.weir.events.Batch;
import dev.weir.events.EventLog;
import dev.weir.events.Topics;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the events of a log to each open page. A stream begins with all events that the log still has, or with those
 * after the client's {@code Last-Event-ID}. Each stream reads the log in its own thread. No events wait in a queue. So
 * a page that does not read blocks only its own stream.
 */
final class EventStreams {
    private static final int MOST = 16;
    private static final int MOST_EVENTS = 64;
    private static final int MOST_BYTES = 256 << 10;
    private static final int HEARTBEAT_SECONDS = 15;
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);
    private static final Topics ALL = Topics.of(List.of());

    private final EventLog log;
    private final Semaphore places = new Semaphore(MOST);

    EventStreams(EventLog log) {
        this.log = log;
    }

    /** Sends events until the client leaves or this thread is interrupted. Answers 503 if too many streams are open. */
    void serve(HttpExchange exchange) throws IOException {
        if (!places.tryAcquire()) {
            exchange.sendResponseHeaders(503, -1);
            return;
        }
        Semaphore news = new Semaphore(0);
        Runnable deaf = log.listen(news::release);
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            stream(
                    exchange.getResponseBody(),
                    cursor(exchange.getRequestHeaders().getFirst("Last-Event-ID")),
                    news);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the program ends
        } finally {
            deaf.run();
            places.release();
        }
    }

    private long cursor(@Nullable String lastEventId) {
        return lastEventId == null ? 0 : log.cursor(lastEventId);
    }

    private void stream(OutputStream out, long from, Semaphore news) throws IOException, InterruptedException {
        out.write(COMMENT); // the client sees that the stream is open
        out.flush();
        long after = from;
        while (true) {
            news.drainPermits(); // before the read, so that a later event is not missed
            Batch batch = log.read(after, ALL, MOST_EVENTS, MOST_BYTES);
            after = batch.next();
            if (batch.size() > 0) {
                out.write(batch.sse());
            } else if (!news.tryAcquire(HEARTBEAT_SECONDS, TimeUnit.SECONDS)) {
                out.write(COMMENT);
            }
            out.flush();
        }
    }
}
