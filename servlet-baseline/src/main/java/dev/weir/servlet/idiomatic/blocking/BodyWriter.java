package dev.weir.servlet.idiomatic.blocking;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.servlet.web.Exchange;
import dev.weir.servlet.web.LongAnswer;
import dev.weir.throttle.Throttle;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.springframework.stereotype.Component;

/** Writes the bodies of downloads at a limited rate. */
@Component
class BodyWriter {
    /**
     * Runs a callback at once, on the thread on which the throttle makes a grant. The callback does not block this
     * thread. It only passes the number of granted bytes to the request's thread.
     */
    private static final Executor AT_ONCE = Runnable::run;

    private final Throttle throttle;

    BodyWriter(Throttle throttle) {
        this.throttle = throttle;
    }

    /** Writes the body. Blocks until the last byte is written. Throws when the client has left. */
    void write(Exchange exchange, Admission admission, OpenFile file, DownloadPlan plan) throws IOException {
        if (plan.content().length() == 0) {
            return;
        }
        LongAnswer.to(exchange.request());
        ThrottledBody body = new ThrottledBody(
                exchange.response(),
                file,
                plan.content(),
                admission,
                granted -> throttle.open(admission.client().share(), AT_ONCE, granted));
        body.write();
    }
}
