package dev.weir.soap;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Creates the SOAP gateway at the first call of {@link #get}, so that development keys do not slow the start. The
 * server makes this call when it is ready, or earlier if a SOAP call arrives. Tries only once. After a failure, each
 * caller gets an exception, so that callers cannot make the server create keys again. Thread-safe.
 */
public final class DeferredGateway {
    private final FutureTask<SoapGateway> gateway;

    /** @param creation creates the gateway; runs at most once, on the thread of the first caller of {@link #get} */
    public DeferredGateway(Callable<SoapGateway> creation) {
        this.gateway = new FutureTask<>(creation);
    }

    /** Returns whether the creation has failed, so that no SOAP call can be answered. Never blocks. */
    public boolean hasFailed() {
        return gateway.state() == Future.State.FAILED;
    }

    /**
     * Returns the gateway. Blocks while it is created.
     *
     * @throws IllegalStateException if it could not be created, or the thread is interrupted
     */
    public SoapGateway get() {
        gateway.run();
        try {
            return gateway.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("there is no SOAP gateway", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
