package dev.weir.servlet.connector.exchange;

import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ActionHook;
import org.apache.coyote.Request;

/**
 * Delays the events of an HTTP/2 stream, such as its reset, while another thread serves the stream. Thread-safe.
 *
 * <p>Tomcat handles each event on a thread of the connector's pool, and this thread first waits for the stream's lock.
 * A blocked write holds the lock, and it can continue only when another thread of the same pool is free. So clients
 * that fill their sockets and reset their streams could occupy the whole pool. This class waits on a virtual thread.
 */
final class PatientDispatch implements ActionHook {
    private final ActionHook processor;
    private final Lock lock;
    private final AtomicBoolean waits = new AtomicBoolean();
    private final AtomicBoolean isWatched = new AtomicBoolean();

    private PatientDispatch(ActionHook processor, Lock lock) {
        this.processor = processor;
        this.lock = lock;
    }

    /** Starts to delay the events of the stream that {@code processor} serves. */
    static void install(Request request, VarHandle hook, ActionHook processor, Lock lock) {
        hook.set(request, new PatientDispatch(processor, lock));
    }

    /** Returns the object behind {@code hook} that serves the request. */
    static Object processor(Object hook) {
        return hook instanceof PatientDispatch own ? own.processor : hook;
    }

    /** Claims the watch over the end of the stream, until {@link #watched}. Returns false if another thread has it. */
    static boolean watch(Object hook) {
        return !(hook instanceof PatientDispatch own) || own.isWatched.compareAndSet(false, true);
    }

    static void watched(Object hook) {
        if (hook instanceof PatientDispatch own) {
            own.isWatched.set(false);
        }
    }

    @Override
    public void action(ActionCode code, Object parameter) {
        if (code != ActionCode.DISPATCH_EXECUTE) {
            processor.action(code, parameter);
        } else if (lock.tryLock()) {
            try {
                processor.action(code, parameter);
            } finally {
                lock.unlock();
            }
        } else if (waits.compareAndSet(false, true)) {
            Thread.ofVirtual().name("weir-dispatch").start(() -> later(parameter));
        }
    }

    /** Waits until no thread serves the stream, and then executes the events that have arrived meanwhile. */
    private void later(Object parameter) {
        lock.lock();
        try {
            waits.set(false);
            processor.action(ActionCode.DISPATCH_EXECUTE, parameter);
        } catch (RejectedExecutionException e) {
            // The server has stopped.
        } finally {
            lock.unlock();
        }
    }
}
