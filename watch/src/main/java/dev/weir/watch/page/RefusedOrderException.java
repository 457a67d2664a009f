package dev.weir.watch.page;

import java.io.Serial;

/** An {@link Order} that was not carried out, or not on every server. The message says why. */
public final class RefusedOrderException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    public RefusedOrderException(String message) {
        super(message);
    }
}
