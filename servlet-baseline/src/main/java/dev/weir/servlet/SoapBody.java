package dev.weir.servlet;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads a SOAP message, on the request's thread and not for longer than a message may take. */
public final class SoapBody {
    private static final int BLOCK_BYTES = 8 * 1024;

    private SoapBody() {}

    /** The whole of it. */
    public static byte[] read(HttpServletRequest request, SoapPool pool) throws IOException {
        Runnable read = pool.read();
        try {
            return read(request);
        } finally {
            read.run();
        }
    }

    private static byte[] read(HttpServletRequest request) throws IOException {
        InputStream body = request.getInputStream();
        long startNanos = System.nanoTime();
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        byte[] block = new byte[BLOCK_BYTES];
        for (int bytes = body.read(block); bytes >= 0; bytes = body.read(block)) {
            message.write(block, 0, bytes);
            if (message.size() > SoapTransport.MOST_BYTES) {
                throw new RefusedException(Problem.MESSAGE_TOO_LARGE);
            }
            if (System.nanoTime() - startNanos > SoapTransport.PATIENCE.toNanos()) {
                endInput(request);
                throw new RefusedException(Problem.TOO_SLOW);
            }
        }
        return message.toByteArray();
    }

    /** Or Tomcat would wait for the rest on this thread before it closes the connection. */
    private static void endInput(HttpServletRequest request) throws IOException {
        if (request.getServletConnection() instanceof WatchedConnection connection) {
            connection.socket().shutdownInput();
        }
    }
}
