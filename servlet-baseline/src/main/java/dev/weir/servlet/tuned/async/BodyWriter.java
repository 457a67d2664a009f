package dev.weir.servlet.tuned.async;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Client;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.tuned.tomcat.ShortBodies;
import dev.weir.servlet.tuned.tomcat.Wire;
import dev.weir.servlet.tuned.tomcat.Wires;
import dev.weir.servlet.web.Exchange;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.stereotype.Component;

/** Starts to send the body of each download at a limited rate. */
@Component
class BodyWriter {
    private final Throttle throttle;
    private final WriterLoops loops;
    private final ShortBodies shortBodies;
    private final Wires wires;
    private final DisconnectSweep disconnectSweep;
    private final SlowReaders slowReaders;

    BodyWriter(
            Throttle throttle,
            WriterLoops loops,
            ShortBodies shortBodies,
            Wires wires,
            DisconnectSweep disconnectSweep,
            SlowReaders slowReaders) {
        this.throttle = throttle;
        this.loops = loops;
        this.shortBodies = shortBodies;
        this.wires = wires;
        this.disconnectSweep = disconnectSweep;
        this.slowReaders = slowReaders;
    }

    /**
     * Starts to write the body, and returns at once. The response completes after the last byte or when the client has
     * left. Takes ownership of the admission and the file, unless it throws.
     */
    void write(Exchange exchange, Admission admission, OpenFile file, DownloadPlan plan) throws IOException {
        AtomicReference<Runnable> unwatch = new AtomicReference<>(() -> {});
        Runnable release = () -> {
            unwatch.get().run();
            try {
                file.close();
            } finally {
                admission.leave();
            }
        };
        if (plan.content().length() == 0) {
            release.run();
            return;
        }
        Wire wire = wires.open(exchange.request(), exchange.response(), file, plan.content());
        long begun = shortBodies.begin(wire, admission, plan.content());
        if (begun == wire.length() && wire.isFlushed()) {
            release.run();
            return;
        }
        Executor executor = wire.canWait() ? loops.next() : WriterLoops.virtual();
        AsyncContext context = exchange.request().startAsync(exchange.request(), exchange.response());
        context.setTimeout(0);
        ThrottledBody body;
        try {
            Client client = admission.client();
            body = new ThrottledBody(
                    context,
                    wire,
                    executor,
                    admission,
                    granted -> throttle.open(client.share(), executor, granted),
                    release);
            if (begun != ShortBodies.NOT_BEGUN) {
                body.resume(begun);
            }
        } catch (RuntimeException e) {
            context.complete();
            throw e;
        }
        try {
            Executor watcher = wire.canWait() ? Runnable::run : WriterLoops.VIRTUAL; // a write may hold the lock
            Runnable present = disconnectSweep.watch(exchange.request(), () -> watcher.execute(body::cutOff));
            Runnable quick = admission.watch(slowReaders, body, watcher);
            unwatch.set(() -> {
                present.run();
                quick.run();
            });
            if (body.isDone()) {
                unwatch.get().run(); // the sweep ended the body before unwatch was set
                return;
            }
            body.start();
        } catch (RuntimeException e) {
            body.gone(); // the body owns the file and the admission, and no callback would close them
        }
    }
}
