package dev.weir.soap.message;

import java.io.Serial;

/** Thrown when the server has answered with a fault. */
public final class SoapFaultException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final String code;
    private final boolean authenticated;

    public SoapFaultException(String code, String text, boolean authenticated) {
        super(code + ": " + text
                + (authenticated ? "" : " (not signed, so anyone on the network path may have written it)"));
        this.code = code;
        this.authenticated = authenticated;
    }

    /** Returns the fault's code with its prefix. */
    public String code() {
        return code;
    }

    /** Returns whether the server signed the fault. Anyone on the network path can write an unsigned one. */
    public boolean isAuthenticated() {
        return authenticated;
    }
}
