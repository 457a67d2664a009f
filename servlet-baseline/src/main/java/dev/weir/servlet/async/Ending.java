package dev.weir.servlet.async;

import dev.weir.servlet.EventConnection;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * The end of a response, brought about from here or heard of from the container.
 *
 * @param end runs each time that either happens: the response must not be touched afterwards
 */
record Ending(AsyncContext context, Runnable end) implements Carrier, AsyncListener {
    @Override
    public void listen() {
        context.addListener(this);
    }

    @Override
    public void complete() {
        finish(context::complete);
    }

    /** Has the controller throw, which closes the connection: the next response must not become the rest of this one. */
    @Override
    public void breakOff() {
        finish(context::dispatch);
    }

    /** Shuts the socket first: what the stream still has would else be waited for, by the thread that breaks off. */
    @Override
    public void cutOff() {
        EventConnection.shut(context.getRequest());
        breakOff();
    }

    private void finish(Runnable last) {
        try {
            end.run();
        } finally {
            try {
                last.run();
            } catch (IllegalStateException e) {
                // The container has ended it, by whoever failed.
            }
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end.run();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end.run(); // none is set
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A request starts once.
    }
}
