package dev.weir.soap.message;

import java.io.Serial;

/** Thrown to refuse a message. The sender gets the {@link SoapFault}. The reason is only written to the log. */
public final class SoapRefusal extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final SoapFault fault;

    /** Creates a refusal. It has no stack trace, because refusals must be cheap. */
    public SoapRefusal(SoapFault fault, String reason) {
        super(reason, null, false, false);
        this.fault = fault;
    }

    public SoapRefusal(SoapFault fault, Exception cause) {
        super(String.valueOf(cause.getMessage()), cause, false, false);
        this.fault = fault;
    }

    public SoapFault fault() {
        return fault;
    }

    public static SoapRefusal structure(String reason) {
        return new SoapRefusal(SoapFault.INVALID_SECURITY, reason);
    }
}
