package dev.weir.servlet;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/2 whose window (RFC 9113, 6.9) is handed out and announced in one step.
 *
 * <p>Tomcat does it in two: it gives each stream that waits for the window its part, then wakes them. A stream that comes
 * for its part in between goes on with it; if it waits once more before it is woken for the first time, it finds nothing,
 * takes that for the time-out, and closes the connection. Of 6,000 connections with two downloads each through windows of
 * 64 KiB, 3 ended so. Here the locks of the waiting streams are held meanwhile, so none can come in between.
 *
 * <p>The connection's threads call it. Tomcat's locks are taken in its order: the streams' first, the connection's last.
 */
final class ConnectionWindow extends Http2AsyncUpgradeHandler {
    private static final Class<?> OF_ALL = TomcatField.type("org.apache.coyote.http2.AbstractStream");
    private static final VarHandle LOCK = TomcatField.of(OF_ALL, "windowAllocationLock", Lock.class);
    private static final VarHandle WAITING =
            TomcatField.of(Http2AsyncUpgradeHandler.class.getSuperclass(), "backLogStreams", Set.class);

    /** Of who opens the window, or two would wait for each other's streams. */
    private final Lock turn = new ReentrantLock();

    ConnectionWindow(Http2Protocol protocol, Adapter adapter, @Nullable Request request, SocketWrapperBase<?> wrapper) {
        super(protocol, adapter, request, wrapper);
    }

    @Override
    protected void incrementWindowSize(int increment) {
        turn.lock();
        try {
            boolean done = false;
            while (!done) {
                done = increment(increment, waiting());
            }
        } finally {
            turn.unlock();
        }
    }

    /** False, and nothing done, when others wait by now. */
    private boolean increment(int bytes, List<Object> streams) {
        Deque<Lock> held = new ArrayDeque<>();
        try {
            streams.forEach(stream -> hold(stream, held));
            hold(this, held);
            if (!streams.containsAll(waiting())) {
                return false;
            }
            handOut(bytes);
            return true;
        } finally {
            held.forEach(Lock::unlock);
        }
    }

    private static void hold(Object stream, Deque<Lock> held) {
        Lock lock = (Lock) LOCK.get(stream);
        lock.lock();
        held.push(lock);
    }

    private List<Object> waiting() {
        Lock lock = (Lock) LOCK.get(this);
        lock.lock();
        try {
            return List.copyOf((Set<?>) WAITING.get(this));
        } finally {
            lock.unlock();
        }
    }

    private void handOut(int bytes) {
        try {
            super.incrementWindowSize(bytes);
        } catch (Exception e) { // of a type that only Tomcat can name, and wants back
            ConnectionWindow.<RuntimeException>rethrow(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void rethrow(Exception failure) throws E {
        throw (E) failure;
    }
}
