package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import jakarta.servlet.RequestDispatcher;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Processor;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends waiting requests whose HTTP/2 stream Tomcat itself has reset, because the client broke a rule of HTTP/2. For
 * example, the client has sent more content than its Content-Length (RFC 9113, 8.1.1).
 *
 * <p>Tomcat 11.0.25 replaces its object for such a stream, and then ignores all events of the request, even a time-out
 * and the end of the connection. Without this class, the request would stay open until the process ends.
 *
 * <p>Only one thread at a time may call {@link #endIfReplaced}.
 */
public final class ReplacedStreams {
    private static final Logger log = LoggerFactory.getLogger(ReplacedStreams.class);

    private static final Class<?> PROCESSOR = TomcatField.http2("StreamProcessor");
    private static final VarHandle STREAM = TomcatField.of(PROCESSOR, "stream", TomcatField.http2("Stream"));
    private static final VarHandle ID =
            TomcatField.of(TomcatField.http2("AbstractStream"), "identifier", Integer.class);
    private static final VarHandle CONNECTION =
            TomcatField.of(PROCESSOR, "handler", Http2AsyncUpgradeHandler.class.getSuperclass());
    private static final VarHandle LOCK = TomcatField.of(PROCESSOR, "processLock", Lock.class);
    private static final VarHandle WRAPPER =
            TomcatField.of(AbstractProcessor.class, "socketWrapper", SocketWrapperBase.class);

    private final Predicate<Processor> isWaiting;
    private final Consumer<Processor> forget;
    /** The requests that a task is about to end. */
    private final Set<Processor> ending = ConcurrentHashMap.newKeySet();

    /**
     * @param isWaiting returns whether a request still waits. If it does not, Tomcat has ended it
     * @param forget removes a request from those that wait
     */
    public ReplacedStreams(Predicate<Processor> isWaiting, Consumer<Processor> forget) {
        this.isWaiting = isWaiting;
        this.forget = forget;
    }

    /** Ends the request of {@code waiting} on another thread, if Tomcat has replaced its stream. Never blocks. */
    public void endIfReplaced(Processor waiting) {
        if (!(waiting instanceof AbstractProcessor processor) || !isReplaced(processor) || !ending.add(processor)) {
            return;
        }
        try {
            if (WRAPPER.getVolatile(processor) instanceof SocketWrapperBase<?> wrapper) {
                wrapper.execute(() -> end(processor, wrapper));
            } else {
                forget(processor); // an exception has ended the request
            }
        } catch (RuntimeException e) {
            ending.remove(processor);
            throw e;
        }
    }

    private static boolean isReplaced(AbstractProcessor processor) {
        if (PROCESSOR.isInstance(processor)
                && CONNECTION.get(processor) instanceof Http2AsyncUpgradeHandler connection) {
            Object stream = STREAM.get(processor);
            return !stream.equals(LateFrames.stream(connection, (Integer) ID.get(stream)));
        }
        return false;
    }

    private void forget(AbstractProcessor processor) {
        forget.accept(processor);
        ending.remove(processor);
    }

    /** Ends a request. Does nothing if another thread serves it: then the next check comes back. */
    private void end(AbstractProcessor processor, SocketWrapperBase<?> wrapper) {
        Lock lock = (Lock) LOCK.get(processor);
        if (!lock.tryLock()) {
            ending.remove(processor);
            return;
        }
        try {
            if (isWaiting.test(processor)) {
                processor
                        .getRequest()
                        .setAttribute(RequestDispatcher.ERROR_EXCEPTION, new IOException("the stream was reset"));
                processor.process(wrapper, SocketEvent.ERROR);
            }
        } catch (IOException | RuntimeException e) {
            log.warn("Could not end a request whose stream was reset", e);
        } finally {
            forget(processor);
            lock.unlock();
        }
    }
}
