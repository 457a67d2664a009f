package dev.weir.servlet;

import dev.weir.contract.fault.Fault;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes a request so that the server behaves as if it had the planted {@link Fault}. */
final class FaultyRequest extends HttpServletRequestWrapper {
    private final Fault fault;

    FaultyRequest(HttpServletRequest request, Fault fault) {
        super(request);
        boolean publishes = request.getMethod().equals("POST");
        this.fault = fault == Fault.EVENTS_ARE_PUBLISHED_BY_EVERY_KEY && !publishes ? Fault.NONE : fault;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return fault.seen(name, super.getHeader(name));
    }

    @Override
    public @Nullable String getQueryString() {
        return fault.query(getRequestURI(), super.getQueryString());
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        String seen = getHeader(name);
        return Collections.enumeration(seen == null ? List.of() : List.of(seen));
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        boolean timeout = name.equals("timeout") && fault == Fault.EVENTS_ARE_NOT_WAITED_FOR;
        return timeout ? new String[] {"0"} : super.getParameterValues(name);
    }

    /**
     * For {@link Fault#EVENT_IS_LOST}, unwraps the {@link WatchedConnection}. Without this wrapper, the server cannot
     * bypass Tomcat. So it writes the event stream through {@link FaultyResponse}, which drops an event.
     */
    @Override
    public ServletConnection getServletConnection() {
        ServletConnection connection = super.getServletConnection();
        return fault == Fault.EVENT_IS_LOST && connection instanceof WatchedConnection watched
                ? watched.connection()
                : connection;
    }

    @Override
    public String getMethod() {
        boolean head = super.getMethod().equals("HEAD");
        return head && fault == Fault.HEAD_TAKES_TOKENS ? "GET" : super.getMethod();
    }
}
