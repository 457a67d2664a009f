package dev.weir.servlet.tuned.blocking;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.tuned.tomcat.Buffers;
import dev.weir.servlet.tuned.tomcat.Wire;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.springframework.stereotype.Component;

/** Writes the bodies of downloads, and holds what they share. */
@Component
class BodyWriter {
    /** A grant is handed over where it is made: all there is to do is to wake the thread that waits. */
    private static final Executor AT_ONCE = Runnable::run;

    private final Throttle throttle;
    private final Buffers buffers;
    private final DisconnectSweep disconnectSweep;
    private final SlowReaders slowReaders;
    private final WakeUps wakeUps;

    BodyWriter(
            Throttle throttle,
            Buffers buffers,
            DisconnectSweep disconnectSweep,
            SlowReaders slowReaders,
            WakeUps wakeUps) {
        this.throttle = throttle;
        this.buffers = buffers;
        this.disconnectSweep = disconnectSweep;
        this.slowReaders = slowReaders;
        this.wakeUps = wakeUps;
    }

    /** Returns when the last byte is written. */
    void write(
            HttpServletRequest request,
            HttpServletResponse response,
            Admission admission,
            OpenFile file,
            DownloadPlan plan)
            throws IOException {
        if (plan.content().length() == 0) {
            return;
        }
        Wire wire = new Wire(request, response, file, plan.content(), buffers);
        ThrottledBody body = new ThrottledBody(
                wire,
                wakeUps,
                admission,
                granted -> throttle.open(admission.client().share(), AT_ONCE, granted));
        Runnable present = disconnectSweep.watch(request, body::gone);
        Runnable quick = slowReaders.watch(body, AT_ONCE);
        try {
            body.write();
        } finally {
            present.run();
            quick.run();
        }
    }
}
