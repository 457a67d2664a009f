package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
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
 * Fixes faults of Tomcat's HTTP/2 connection. Divides the connection's flow-control window (RFC 9113, 6.9) among the
 * waiting streams and wakes them in one atomic step. Ends request bodies under the lock of {@link BodyEnd}. Ignores
 * frames that arrive at or after the end of their stream ({@link LateFrames}).
 *
 * <p>Tomcat itself assigns each stream a share of the window, and wakes the streams afterwards. In between, a stream
 * may use its share and wait again. The stream then mistakes the late wake-up for a time-out, and closes the
 * connection. To prevent this, this class holds the locks of all waiting streams.
 *
 * <p>Lock order, as in Tomcat: the streams' locks first, the connection's lock last.
 */
final class ConnectionWindow extends FrameReading {
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
    public @Nullable ByteBuffer startRequestBodyFrame(int stream, int bytes, boolean ends) {
        return call(() -> LateFrames.orAgain(this, stream, () -> super.startRequestBodyFrame(stream, bytes, ends)));
    }

    @Override
    public void receivedEndOfStream(int stream) {
        Lock lock = BodyEnd.lock(LateFrames.stream(this, stream));
        lock.lock();
        try {
            call(() -> LateFrames.orAgain(this, stream, () -> {
                super.receivedEndOfStream(stream);
                return null;
            }));
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

    /**
     * Passes every RST_STREAM frame to Tomcat, because Tomcat counts these frames and closes a connection that sends
     * too many. Ignores Tomcat's error if the frame arrived after the end of its stream ({@link LateFrames}).
     */
    @Override
    public void reset(int stream, long errorCode) {
        boolean late = LateFrames.isLate(this, stream);
        run(() -> {
            try {
                super.reset(stream, errorCode);
            } catch (Exception e) {
                if (!late) {
                    throw e;
                }
            }
        });
    }

    /**
     * Adds {@code bytes} to the connection's window, divides them among {@code streams} and wakes these streams. Does
     * nothing and returns false if {@code streams} does not contain all waiting streams, or if another thread holds the
     * lock of one of them. Waiting for that lock could cause a deadlock.
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

    private static void run(Step step) {
        call(() -> {
            step.run();
            return null;
        });
    }

    /** Calls {@code step}. Rethrows its exception undeclared, because Tomcat's exception class is package-private. */
    private static <T extends @Nullable Object> T call(Callable<T> step) {
        try {
            return step.call();
        } catch (Exception e) {
            throw ConnectionWindow.<RuntimeException>undeclared(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> RuntimeException undeclared(Exception failure) throws E {
        throw (E) failure;
    }
}
