package dev.weir.servlet.connector;

import dev.weir.servlet.connector.exchange.Turn;
import dev.weir.servlet.connector.exchange.WatchedAnswer;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.ServletConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.ErrorState;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.UpgradeToken;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Extends Tomcat's HTTP/1.1 processor. Refuses invalid request heads, records when an incomplete head began, and
 * discards unread request bodies without blocking a thread.
 *
 * <p>Tomcat holds the connection's lock while it calls the processor. There is one exception: an action on the response
 * ({@link #act}) may run without the lock.
 */
final class WatchedProcessor extends Http11Processor {
    private static final int REQUESTS_IN_A_ROW = 20;

    private final WatchedProtocol protocol;
    private final UnreadBody unreadBody;
    private final Adapter checked;

    /** Guarded by the connection's lock. */
    private final Turn turn = new Turn(REQUESTS_IN_A_ROW);

    /** When the incomplete request head began ({@link System#nanoTime}), or 0. Guarded by the connection's lock. */
    private long headNanos;

    /** Whether the current socket event belongs to a request whose head is complete. */
    private boolean served;

    /** Whether to close the connection by {@link LingeringClose}, because the client may still be sending. */
    private volatile boolean lingers;

    WatchedProcessor(WatchedProtocol protocol, Adapter adapter, UnreadBody unreadBody) {
        super(protocol, adapter);
        this.protocol = protocol;
        this.unreadBody = unreadBody;
        this.checked = new Checked(adapter);
        unreadBody.ask(response, this::act);
    }

    @Override
    public Adapter getAdapter() {
        return checked;
    }

    @Override
    public SocketState service(SocketWrapperBase<?> wrapper) throws IOException {
        if (headNanos == 0) {
            headNanos = System.nanoTime();
        }
        SocketState state = super.service(wrapper);
        boolean partly = state == SocketState.LONG && !isAsync();
        if (state == SocketState.OPEN && !served) {
            // Empty lines or an incomplete TLS record have arrived. Tomcat would use a new processor for the next
            // bytes, and the time of the head would start anew.
            state = SocketState.LONG;
        } else if (!partly) {
            headNanos = 0;
        } else if (headNanos == 0) {
            headNanos = System.nanoTime(); // a pipelined request's head has begun
        }
        return state;
    }

    boolean waitsForHeadSince(long beginNanos) {
        return headNanos != 0 && headNanos - beginNanos < 0;
    }

    @Override
    public SocketState process(SocketWrapperBase<?> wrapper, SocketEvent event) throws IOException {
        served = isAsync();
        turn.begin();
        SocketState state = super.process(wrapper, event);
        if (state == SocketState.CLOSED && lingers && getErrorState().isIoAllowed() && !protocol.isPaused()) {
            UpgradeToken closing = LingeringClose.of(getSocketWrapper());
            if (closing != null) {
                doHttpUpgrade(closing);
                return SocketState.UPGRADING;
            }
        }
        return state;
    }

    /** Runs an action on the response. Before an action sends the head, decides if the response ends the connection. */
    private void act(ActionCode code, Object parameter) {
        if (UnreadBody.decidesHead(code) && !response.isCommitted()) {
            if (getErrorState().isError()) {
                lingers = true; // Tomcat closes the connection
            } else if (!isRequestBodyFullyRead() && !unreadBody.skip(request)) {
                lingers = true;
                disableSwallowRequest();
                response.getMimeHeaders().setValue("Connection").setString("close");
            }
        }
        action(code, parameter);
    }

    @Override
    protected ServletConnection getServletConnection() {
        ServletConnection connection = super.getServletConnection();
        boolean asItIs =
                protocol.getCompression().equals("off") && !request.getMethod().equals("HEAD");
        SocketWrapperBase<?> wrapper = getSocketWrapper();
        return wrapper.getSocket() instanceof NioChannel channel && channel.isOpen()
                ? new WatchedConnection(
                        connection,
                        channel.getIOChannel(),
                        channel instanceof SecureNioChannel tls ? tls : null,
                        asItIs,
                        timeout -> wrapper.setWriteTimeout(timeout.toMillis()),
                        wrapper.getLock(),
                        () -> WatchedConnection.hasEnded(wrapper),
                        () -> head(wrapper))
                : connection;
    }

    /** Commits the response. Returns the write buffer, which then contains status and header fields. Never blocks. */
    private ByteBuffer head(SocketWrapperBase<?> wrapper) {
        response.commit();
        wrapper.getSocketBufferHandler().configureWriteBufferForRead();
        return wrapper.getSocketBufferHandler().getWriteBuffer();
    }

    /**
     * Sends the rest of Tomcat's buffer. Returns whether the socket is full. If the client of a completed asynchronous
     * request has left, returns false, so that Tomcat ends the request. Otherwise Tomcat would count the request as
     * active for ever, and a graceful shutdown would wait for it.
     */
    @Override
    protected boolean flushBufferedWrite() throws IOException {
        try {
            return super.flushBufferedWrite();
        } catch (IOException e) {
            if (response.getWriteListener() != null) {
                throw e; // the request is not complete, and Tomcat tells the listener
            }
            return false; // the end of the response fails in the same way, and Tomcat then closes the connection
        }
    }

    /** Checks a complete request head before Tomcat's container receives the request. */
    private final class Checked extends ForwardingAdapter {
        Checked(Adapter container) {
            super(container);
        }

        @Override
        public void checkRecycled(Request head, Response answer) {
            headNanos = 0;
            lingers = false;
            WatchedAnswer.forget(answer);
            super.checkRecycled(head, answer);
        }

        @Override
        public void service(Request head, Response answer) throws Exception {
            turn.step();
            headNanos = 0;
            served = true;
            lingers = false;
            if (getErrorState().isError()) {
                answer.setStatus(status(answer.getStatus()));
            } else if (!RequestHead.isValid(head)) {
                answer.setStatus(400);
                setErrorState(ErrorState.CLOSE_CLEAN, null);
            }
            if (RequestHead.isOfOldestVersion(head)) {
                RequestHead.refuseOldestVersion(answer);
                log(head, answer, 0);
            } else {
                super.service(head, answer);
            }
        }

        /** Replaces Tomcat's 505 (unknown version) and 501 (unknown transfer coding) by 400. Keeps any other status. */
        private static int status(int found) {
            return found == 501 || found == 505 ? 400 : found;
        }
    }
}
