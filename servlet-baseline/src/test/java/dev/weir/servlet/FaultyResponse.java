package dev.weir.servlet;

import dev.weir.contract.fault.Fault;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Changes a response so that the server seems to have the planted {@link Fault}. */
final class FaultyResponse extends HttpServletResponseWrapper {
    private final Fault fault;
    private final boolean head;

    FaultyResponse(HttpServletRequest request, HttpServletResponse response, Fault fault) {
        super(response);
        this.fault = fault;
        this.head = request.getMethod().equals("HEAD");
        String origin = request.getHeader("Origin");
        if (origin != null && fault == Fault.EVENTS_ALLOW_EVERY_ORIGIN) {
            response.setHeader("Access-Control-Allow-Origin", origin);
        }
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        String missing = switch (fault) {
            case TAG_IS_MISSING -> "ETag";
            case EVENTS_HAVE_NO_CURSOR -> "Weir-Cursor";
            default -> "";
        };
        if (name.equals(missing)) {
            return;
        }
        if (name.equals("Content-Length") && fault == Fault.EVENTS_ARE_REFUSED_FOR_GOOD && isStream()) {
            setStatus(SC_SERVICE_UNAVAILABLE);
        }
        if (name.equals("ETag") && fault == Fault.TAG_IS_WEAK) {
            super.setHeader(name, "W/" + value);
        } else if (name.equals("Content-Length") && head && fault == Fault.HEAD_HAS_ANOTHER_LENGTH) {
            super.setHeader(name, "7");
        } else {
            super.setHeader(name, value);
        }
    }

    private boolean isStream() {
        return "text/event-stream".equals(getContentType());
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        ServletOutputStream out = super.getOutputStream();
        return switch (fault) {
            case ONE_BYTE_IS_CHANGED -> getStatus() < 400 ? new FaultyStream.Changing(out) : out;
            case EVENT_IS_LOST -> new FaultyStream.Losing(out);
            default -> out;
        };
    }
}
