package dev.weir.servlet.tuned.blocking;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.tuned.tomcat.ShortBodies;
import dev.weir.servlet.tuned.tomcat.Wire;
import dev.weir.servlet.tuned.tomcat.Wires;
import dev.weir.servlet.web.Exchange;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.springframework.stereotype.Component;

/** Writes the bodies of downloads at a limited rate. */
@Component
class BodyWriter {
    /**
     * Runs each callback of a download at once, on the current thread. The callbacks are short. A grant of the throttle
     * only wakes the request's thread, which writes the body. {@link ThrottledBody#cutOff} only shuts the connection
     * down, or resets the HTTP/2 stream.
     */
    private static final Executor AT_ONCE = Runnable::run;

    private final Throttle throttle;
    private final ShortBodies shortBodies;
    private final Wires wires;
    private final DisconnectSweep disconnectSweep;
    private final SlowReaders slowReaders;
    private final WakeUps wakeUps;

    BodyWriter(
            Throttle throttle,
            ShortBodies shortBodies,
            Wires wires,
            DisconnectSweep disconnectSweep,
            SlowReaders slowReaders,
            WakeUps downloadWakeUps) {
        this.throttle = throttle;
        this.shortBodies = shortBodies;
        this.wires = wires;
        this.disconnectSweep = disconnectSweep;
        this.slowReaders = slowReaders;
        this.wakeUps = downloadWakeUps;
    }

    /** Writes the body. Blocks until the last byte is written. Throws when the client has left. */
    void write(Exchange exchange, Admission admission, OpenFile file, DownloadPlan plan) throws IOException {
        if (plan.content().length() == 0) {
            return;
        }
        Wire wire = wires.open(exchange.request(), exchange.response(), file, plan.content());
        long begun = shortBodies.begin(wire, admission, plan.content());
        if (begun == wire.length() && wire.isFlushed()) {
            return;
        }
        ThrottledBody body = new ThrottledBody(
                wire,
                wakeUps,
                admission,
                granted -> throttle.open(admission.client().share(), AT_ONCE, granted));
        if (begun != ShortBodies.NOT_BEGUN) {
            body.resume(begun);
        }
        Runnable present = disconnectSweep.watch(exchange.request(), body::gone);
        Runnable quick = admission.watch(slowReaders, body, AT_ONCE);
        try {
            body.write();
        } finally {
            present.run();
            quick.run();
        }
    }
}
