package dev.weir.soap.message;

import java.io.Serial;

/** Thrown by the SOAP client if the server's response is a SOAP fault. */
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

    /** Returns the fault code with its namespace prefix, such as {@code wsse:FailedCheck}. */
    public String code() {
        return code;
    }

    /** Returns whether the server signed the fault. An unsigned fault may come from anyone on the network path. */
    public boolean isAuthenticated() {
        return authenticated;
    }
}
