package dev.weir.servlet.idiomatic.async;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.servlet.web.Exchange;
import dev.weir.servlet.web.LongAnswer;
import dev.weir.throttle.Throttle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** Starts to send the body of each download at a limited rate. */
@Component
class BodyWriter {
    /**
     * Runs a callback at once, on the thread on which the throttle makes a grant. The callback does not block this
     * thread. It only submits the write to the thread pool.
     */
    private static final Executor AT_ONCE = Runnable::run;

    private final Throttle throttle;
    private final ThreadPoolTaskExecutor threads;

    BodyWriter(Throttle throttle, ThreadPoolTaskExecutor threads) {
        this.throttle = throttle;
        this.threads = threads;
    }

    /** Returns the emitter that sends the body, or null for an empty body. Takes ownership of admission and file. */
    @Nullable
    ResponseBodyEmitter write(Exchange exchange, Admission admission, OpenFile file, DownloadPlan plan) {
        Runnable release = () -> {
            try {
                file.close();
            } finally {
                admission.leave();
            }
        };
        if (plan.content().length() == 0) {
            release.run();
            return null;
        }
        LongAnswer.to(exchange.request());
        ThrottledBody body = new ThrottledBody(
                file,
                plan.content(),
                threads,
                admission,
                granted -> throttle.open(admission.client().share(), AT_ONCE, granted),
                release);
        EmitterStart.register(exchange.request(), body);
        return body.emitter();
    }
}
