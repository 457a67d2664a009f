package dev.weir.servlet.idiomatic;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.web.Exchange;
import dev.weir.servlet.web.RequestBodies;
import dev.weir.soap.IncomingMessage;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import dev.weir.soap.message.SoapAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.springframework.http.ResponseEntity;

/** Reads SOAP messages. Blocks the calling thread until the whole message has arrived. Thread-safe. */
public final class SoapMessages {
    private static final int BLOCK_BYTES = 8 * 1024;

    private final Callers callers;
    private final SoapPool pool;
    private final ConnectionLimits limits;

    SoapMessages(Callers callers, SoapPool pool, ConnectionLimits limits) {
        this.callers = callers;
        this.pool = pool;
        this.limits = limits;
    }

    /**
     * Checks that the sender may call the service, then reads the message. The caller must pass the message to
     * {@link SoapPool#call}, which closes it.
     *
     * <p>A sender that exceeds its time limit is refused when its next bytes arrive. If no more bytes arrive, the
     * thread blocks until Tomcat's read time-out.
     *
     * @throws RefusedException if the sender is not allowed or too slow, the body is not SOAP or too long, or memory is
     *     short
     * @throws IOException if the sender has left or the body is malformed
     */
    public IncomingMessage read(Exchange exchange, InputStream body) throws IOException {
        Client client = callers.call(exchange);
        // The callback for an eviction is empty, since another thread cannot end a blocked read. Instead, the next call
        // of message.add throws.
        IncomingMessage message = pool.read(client.name(), exchange::field, () -> {});
        try {
            if (exchange.request().getContentLengthLong() > SoapTransport.MOST_BYTES) {
                throw new RefusedException(Problem.MESSAGE_TOO_LARGE);
            }
            readAll(body, message, exchange.request().getProtocol());
            callers.check(client);
            return message;
        } catch (IOException | RuntimeException e) {
            message.close();
            throw e;
        }
    }

    private void readAll(InputStream body, IncomingMessage message, String protocol) throws IOException {
        long beginNanos = System.nanoTime();
        long received = 0;
        byte[] block = new byte[BLOCK_BYTES];
        for (int bytes = body.read(block); bytes >= 0; bytes = body.read(block)) {
            message.add(ByteBuffer.wrap(block, 0, bytes));
            received += bytes;
            if (System.nanoTime() - beginNanos > limits.bodyNanos(received)) {
                throw RequestBodies.tooSlow(protocol.equals("HTTP/2.0"));
            }
        }
    }

    public static ResponseEntity<byte[]> entity(SoapAnswer answer) {
        return ResponseEntity.status(answer.status())
                .header("Content-Type", SoapAnswer.MEDIA_TYPE)
                .body(answer.envelope());
    }
}
