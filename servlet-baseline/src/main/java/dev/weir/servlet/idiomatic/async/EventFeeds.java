package dev.weir.servlet.idiomatic.async;

import dev.weir.clients.Admission;
import dev.weir.config.management.EventSlices;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Fanout;
import dev.weir.events.Reading;
import dev.weir.events.Streams;
import dev.weir.events.http.StreamFields;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.threads.TimerThread;
import dev.weir.servlet.web.Exchange;
import dev.weir.servlet.web.LongAnswer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Starts event streams and long polls. One thread distributes the new events to all of them. */
@Component
class EventFeeds implements Streams {
    private final EventLog log;
    private final Executor loop;
    private final Executor threads;
    private final Fanout fanout;

    EventFeeds(
            EventLog log,
            EventLimits limits,
            TimerThread loop,
            ThreadPoolTaskExecutor threads,
            MeterRegistry registry) {
        this.log = log;
        this.loop = loop;
        this.threads = threads;
        EventSlices slices = EventSlices.of(registry);
        this.fanout = new Fanout(log, slices.tasks(loop), slices.timers(loop), limits, System::nanoTime);
        var _ = log.listen(fanout::wake);
    }

    /**
     * Returns an event stream that ends when its client leaves or the server stops. The admission, which is the
     * permission for the stream, ends with the stream.
     */
    ResponseEntity<SseEmitter> stream(Exchange exchange, Admission admission, Reading reading) {
        if (exchange.method().equals("HEAD")) {
            admission.leave();
            return stream().build();
        }
        LongAnswer.to(exchange.request());
        EventFeed feed = new EventFeed(fanout, loop, threads, log, reading, admission);
        EmitterStart.register(exchange.request(), feed);
        return stream().body(feed.emitter());
    }

    private static ResponseEntity.BodyBuilder stream() {
        ResponseEntity.BodyBuilder response = ResponseEntity.ok();
        StreamFields.STREAM.forEach(response::header);
        return response;
    }

    /**
     * Answers a long poll at the next event, or when the poll has timed out. The admission, which is the permission for
     * the poll, ends with the answer.
     */
    DeferredResult<ResponseEntity<byte[]>> next(Admission admission, Reading reading) {
        EventPoll poll = new EventPoll(fanout, loop, reading, admission);
        poll.start();
        return poll.result();
    }

    /**
     * Answers a refused request for a stream with status 200 and the time after which the client should reconnect.
     * After an error status, a browser's {@code EventSource} would not reconnect.
     *
     * @throws RefusedException the given exception, if the client should not reconnect
     */
    ResponseEntity<SseEmitter> comeBack(RefusedException e) {
        if (!StreamFields.isToComeBack(e.problem())) {
            throw e;
        }
        return stream().body(EventFeed.comeBack());
    }

    @Override
    public long lag() {
        return fanout.lag();
    }

    @Override
    public CompletableFuture<Void> dismiss() {
        return CompletableFuture.runAsync(fanout::dismiss, loop);
    }
}
