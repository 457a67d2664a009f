package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import jakarta.servlet.RequestDispatcher;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Processor;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
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
 */
public final class ReplacedStreams {
    private static final Logger log = LoggerFactory.getLogger(ReplacedStreams.class);

    private static final Class<?> PROCESSOR = TomcatField.http2("StreamProcessor");
    private static final VarHandle STREAM = TomcatField.of(PROCESSOR, "stream", TomcatField.http2("Stream"));
    private static final VarHandle CONNECTION =
            TomcatField.of(PROCESSOR, "handler", Http2AsyncUpgradeHandler.class.getSuperclass());
    private static final VarHandle LOCK = TomcatField.of(PROCESSOR, "processLock", Lock.class);
    private static final VarHandle WRAPPER =
            TomcatField.of(AbstractProcessor.class, "socketWrapper", SocketWrapperBase.class);

    private ReplacedStreams() {}

    /**
     * Ends the request of {@code waiting} on another thread, if Tomcat has replaced its stream. Never blocks.
     *
     * @param isWaiting returns whether a request still waits. If it does not, Tomcat has ended the request
     * @param forget removes a request from those that wait
     */
    public static void endIfReplaced(Processor waiting, Predicate<Processor> isWaiting, Consumer<Processor> forget) {
        if (waiting instanceof AbstractProcessor processor
                && isReplaced(processor)
                && WRAPPER.getVolatile(processor) instanceof SocketWrapperBase<?> wrapper) {
            wrapper.execute(() -> end(processor, wrapper, isWaiting, forget));
        }
    }

    private static boolean isReplaced(AbstractProcessor processor) {
        return PROCESSOR.isInstance(processor)
                && CONNECTION.get(processor) instanceof Http2AsyncUpgradeHandler connection
                && !STREAM.get(processor).equals(LateFrames.stream(connection, id(processor)));
    }

    private static int id(AbstractProcessor processor) {
        return Integer.parseInt(processor.getRequest().getProtocolRequestId());
    }

    private static void end(
            AbstractProcessor processor,
            SocketWrapperBase<?> wrapper,
            Predicate<Processor> isWaiting,
            Consumer<Processor> forget) {
        Lock lock = (Lock) LOCK.get(processor);
        lock.lock();
        try {
            if (isWaiting.test(processor)) {
                processor
                        .getRequest()
                        .setAttribute(RequestDispatcher.ERROR_EXCEPTION, new IOException("the stream was reset"));
                if (processor.process(wrapper, SocketEvent.ERROR) == SocketState.CLOSED) {
                    forget.accept(processor);
                }
            }
        } catch (IOException e) {
            log.debug("The end of a reset stream failed", e);
        } finally {
            lock.unlock();
        }
    }
}
