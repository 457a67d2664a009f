package dev.weir.soap;

import java.io.Serial;

/** The other side answered with a fault. */
public final class SoapFaultException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final String code;
    private final boolean authenticated;

    SoapFaultException(String code, String text, boolean authenticated) {
        super(code + ": " + text + (authenticated ? "" : " (not signed: anybody may have said so)"));
        this.code = code;
        this.authenticated = authenticated;
    }

    /** The fault's code, with its prefix. */
    public String code() {
        return code;
    }

    /** Whether the server signed it. If not, it says nothing about the request: anybody on the way may have written it. */
    public boolean isAuthenticated() {
        return authenticated;
    }
}
