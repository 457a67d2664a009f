package dev.weir.soap;

import java.io.Serial;

/** A message is refused, with the fault that its sender is told. What exactly was wrong is for the log only. */
final class SoapRefusal extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final SoapFault fault;

    /** Costs no stack trace. */
    SoapRefusal(SoapFault fault, String reason) {
        super(reason, null, false, false);
        this.fault = fault;
    }

    SoapRefusal(SoapFault fault, Exception cause) {
        super(String.valueOf(cause.getMessage()), cause, false, false);
        this.fault = fault;
    }

    SoapFault fault() {
        return fault;
    }

    static SoapRefusal structure(String reason) {
        return new SoapRefusal(SoapFault.INVALID_SECURITY, reason);
    }
}
