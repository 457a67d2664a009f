package dev.weir.servlet.web;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.soap.IncomingMessage;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import dev.weir.soap.message.SoapAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads SOAP messages without blocking a thread. Thread-safe. */
public final class SoapBodies {
    private final Callers callers;
    private final SoapPool pool;
    private final RequestBodies bodies;

    SoapBodies(Callers callers, SoapPool pool, RequestBodies bodies) {
        this.callers = callers;
        this.pool = pool;
        this.bodies = bodies;
    }

    /**
     * Starts to read a SOAP message and returns at once. When the message is complete, runs {@code call} and sends its
     * result.
     *
     * @param call answers a complete message. It must not block
     * @throws RefusedException if the client may not call the service, if the message is too large or not SOAP, or if
     *     no memory is left for the message
     */
    public void read(
            HttpServletRequest request,
            HttpServletResponse response,
            Function<IncomingMessage, CompletableFuture<SoapAnswer>> call)
            throws IOException {
        Exchange exchange = new Exchange(request, response);
        Client client = callers.call(exchange);
        Eviction eviction = new Eviction();
        IncomingMessage message = pool.read(client.name(), exchange::field, eviction);
        boolean begun = false;
        try {
            if (request.getContentLengthLong() > SoapTransport.MOST_BYTES) {
                throw new RefusedException(Problem.MESSAGE_TOO_LARGE);
            }
            eviction.ends(
                    bodies.read(request, response, new MessageBody(message, whole -> answer(client, whole, call))));
            begun = true;
        } finally {
            if (!begun) {
                message.close();
            }
        }
    }

    private CompletableFuture<SoapAnswer> answer(
            Client client, IncomingMessage message, Function<IncomingMessage, CompletableFuture<SoapAnswer>> call) {
        try {
            callers.check(client);
        } catch (RefusedException e) {
            message.close();
            throw e;
        }
        return call.apply(message);
    }

    /**
     * Refuses a message that the {@link SoapPool} evicts to free memory. The pool may evict the message even before the
     * server begins to read it.
     */
    private static final class Eviction implements Runnable {
        private final AtomicBoolean told = new AtomicBoolean();
        private final AtomicReference<@Nullable BodyReading> ended = new AtomicReference<>();

        void ends(BodyReading reading) {
            ended.set(reading);
            if (told.get()) {
                run();
            }
        }

        @Override
        public void run() {
            told.set(true);
            BodyReading reading = ended.get();
            if (reading != null) {
                reading.refuse(Problem.OVERLOADED);
            }
        }
    }

    private record MessageBody(IncomingMessage message, Function<IncomingMessage, CompletableFuture<SoapAnswer>> call)
            implements RequestBodies.Reader {
        @Override
        public void add(ByteBuffer bytes) {
            message.add(bytes);
        }

        @Override
        public CompletionStage<RequestBodies.Answer> whole() {
            return call.apply(message).thenApply(answer -> response -> write(answer, response));
        }

        @Override
        public void abandoned() {
            message.close();
        }
    }

    private static void write(SoapAnswer answer, HttpServletResponse response) throws IOException {
        byte[] envelope = answer.envelope();
        response.setStatus(answer.status());
        response.setContentType(SoapAnswer.MEDIA_TYPE);
        response.setContentLength(envelope.length);
        response.getOutputStream().write(envelope);
    }
}
