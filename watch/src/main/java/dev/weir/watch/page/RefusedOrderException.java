package dev.weir.watch.page;

import java.io.Serial;

/** Says that an {@link Order} was not carried out, or not on every server. The message gives the reason. */
public final class RefusedOrderException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    public RefusedOrderException(String message) {
        super(message);
    }
}
