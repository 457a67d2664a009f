package dev.weir.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/** An output stream that changes the written body according to a planted {@link dev.weir.contract.fault.Fault}. */
public abstract class FaultyStream extends ServletOutputStream {
    protected final ServletOutputStream out;

    protected FaultyStream(ServletOutputStream out) {
        this.out = out;
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

    /** Changes the first byte of the body. */
    static final class Changing extends FaultyStream {
        private boolean changed;

        Changing(ServletOutputStream out) {
            super(out);
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
    }

    /** Drops the third event of the stream. */
    static final class Losing extends FaultyStream {
        private int events;

        Losing(ServletOutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
        }

        /** Expects that each call passes whole event frames. */
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (String frame : new String(bytes, offset, length, ISO_8859_1).split("(?<=\n\n)", -1)) {
                events += frame.contains("\ndata: ") ? 1 : 0;
                if (events != 3 || !frame.contains("\ndata: ")) {
                    out.write(frame.getBytes(ISO_8859_1));
                }
            }
        }
    }
}
