package dev.weir.soap;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Creates the SOAP gateway at the first call of {@link #get}. So the start need not wait for the generation of
 * development keys. The server calls {@code get} when it is ready, or earlier if a SOAP message arrives. The creation
 * is tried only once. After a failure, {@code get} always throws an exception, so that clients cannot make the server
 * generate keys again. Thread-safe.
 */
public final class DeferredGateway {
    private final FutureTask<SoapGateway> gateway;

    /** @param creation creates the gateway; runs at most once, on the thread that calls {@link #get} first */
    public DeferredGateway(Callable<SoapGateway> creation) {
        this.gateway = new FutureTask<>(creation);
    }

    /** Returns whether the gateway could not be created, so that no SOAP call can be answered. Never blocks. */
    public boolean hasFailed() {
        return gateway.state() == Future.State.FAILED;
    }

    /**
     * Returns the SOAP gateway. Blocks until the gateway is created.
     *
     * @throws IllegalStateException if the gateway could not be created, or the calling thread is interrupted
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
