package dev.weir.servlet;

import dev.weir.contract.Fault;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A response as a server with a {@link Fault} writes it. */
final class FaultyResponse extends HttpServletResponseWrapper {
    private final Fault fault;
    private final boolean head;

    FaultyResponse(HttpServletRequest request, HttpServletResponse response, Fault fault) {
        super(response);
        this.fault = fault;
        this.head = request.getMethod().equals("HEAD");
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (name.equals("ETag") && fault == Fault.TAG_IS_MISSING) {
            return;
        }
        if (name.equals("ETag") && fault == Fault.TAG_IS_WEAK) {
            super.setHeader(name, "W/" + value);
        } else if (name.equals("Content-Length") && head && fault == Fault.HEAD_HAS_ANOTHER_LENGTH) {
            super.setHeader(name, "7");
        } else {
            super.setHeader(name, value);
        }
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        ServletOutputStream out = super.getOutputStream();
        return fault == Fault.ONE_BYTE_IS_CHANGED && getStatus() < 400 ? new Changing(out) : out;
    }

    /** Changes the first byte. */
    private static final class Changing extends ServletOutputStream {
        private final ServletOutputStream out;
        private boolean changed;

        Changing(ServletOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(changed ? b : b ^ 1);
            changed = true;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (length > 0) {
                write(bytes[offset]);
                out.write(bytes, offset + 1, length - 1);
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }
    }
}
