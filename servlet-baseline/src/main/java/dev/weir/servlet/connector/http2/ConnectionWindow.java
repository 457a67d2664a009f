package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Extends Tomcat's HTTP/2 connection. Divides the connection's window (RFC 9113, 6.9) among the waiting streams and
 * wakes them in one atomic step. Also ends request bodies under the lock of {@link BodyEnd}, and ignores the frames of
 * {@link LateFrames}.
 *
 * <p>Tomcat first assigns each stream a share of the window, then wakes the streams. Between the steps, a stream may
 * use its share and wait again. It then mistakes the late wake-up for a time-out, and closes the connection. This class
 * holds the locks of all waiting streams during both steps.
 *
 * <p>The order of the locks is Tomcat's: the streams' locks first, the connection's lock last.
 */
final class ConnectionWindow extends Http2AsyncUpgradeHandler {
    private static final Class<?> OF_ALL = TomcatField.http2("AbstractStream");
    private static final VarHandle LOCK = TomcatField.of(OF_ALL, "windowAllocationLock", Lock.class);
    private static final VarHandle WAITING =
            TomcatField.of(Http2AsyncUpgradeHandler.class.getSuperclass(), "backLogStreams", Set.class);

    private static final long BETWEEN_TRIES_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    ConnectionWindow(Http2Protocol protocol, Adapter adapter, @Nullable Request request, SocketWrapperBase<?> wrapper) {
        super(protocol, adapter, request, wrapper);
    }

    @Override
    protected void incrementWindowSize(int increment) {
        while (!increment(increment, waiting())) {
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
        }
    }

    @Override
    public void receivedEndOfStream(int stream) {
        Lock lock = BodyEnd.lock(this, stream);
        lock.lock();
        try {
            run(() -> super.receivedEndOfStream(stream));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void incrementWindowSize(int stream, int increment) {
        if (!LateFrames.isLate(this, stream)) {
            run(() -> super.incrementWindowSize(stream, increment));
        }
    }

    /** Tomcat counts each reset before it looks for the stream, and ends a connection that sends too many. */
    @Override
    public void reset(int stream, long errorCode) {
        run(() -> {
            try {
                super.reset(stream, errorCode);
            } catch (Exception e) {
                if (!LateFrames.isLate(this, stream)) {
                    throw e;
                }
            }
        });
    }

    /**
     * Divides the window among {@code streams}. Returns false and does nothing if another stream has begun to wait, or
     * if a stream's lock is held. Does not wait for a held lock, because its holder may take the locks of the other
     * streams (deadlock).
     */
    private boolean increment(int bytes, List<Object> streams) {
        Deque<Lock> held = new ArrayDeque<>();
        try {
            for (Object stream : streams) {
                Lock lock = lock(stream);
                if (!lock.tryLock()) {
                    return false;
                }
                held.push(lock);
            }
            lock(this).lock();
            held.push(lock(this));
            if (!streams.containsAll(waiting())) {
                return false;
            }
            run(() -> super.incrementWindowSize(bytes));
            return true;
        } finally {
            held.forEach(Lock::unlock);
        }
    }

    private static Lock lock(Object stream) {
        return (Lock) LOCK.get(stream);
    }

    private List<Object> waiting() {
        Lock lock = lock(this);
        lock.lock();
        try {
            return List.copyOf((Set<?>) WAITING.get(this));
        } finally {
            lock.unlock();
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Runs a method of Tomcat that throws a package-private checked exception. Rethrows the exception unchanged. */
    private static void run(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            ConnectionWindow.<RuntimeException>rethrow(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void rethrow(Exception failure) throws E {
        throw (E) failure;
    }
}
