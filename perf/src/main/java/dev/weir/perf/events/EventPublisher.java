package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.WholeAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events over one connection, in their order.
 *
 * <p>Those that are to come together are requests one after the other without an answer between, so that the server has
 * them at once. Confined to the generator's loop.
 */
final class EventPublisher extends Connection {
    private static final int CREATED = 201;
    /** As nchan says when nobody listens at that moment. */
    private static final int ACCEPTED = 202;

    private final Generator generator;
    private final InetSocketAddress server;
    private final byte[] request;
    private final EventClient.Owner owner;
    private final WholeAnswer answer = new WholeAnswer();
    /** Events that are published when the connection is there; null before it is asked for. */
    private @Nullable ByteBuf waiting;

    private int underWay;

    EventPublisher(Generator generator, InetSocketAddress server, String token, EventClient.Owner owner) {
        this.generator = generator;
        this.server = server;
        this.owner = owner;
        request = ("POST /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: text/plain\r\nContent-Length: " + EventRecorder.TEXT_BYTES + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether it may be given events. */
    boolean isIdle() {
        return underWay == 0 && !isEnded();
    }

    /** Publishes them, at once if the connection is there, else as soon as it is. */
    void publish(List<byte[]> texts) {
        underWay = texts.size();
        ByteBuf requests = Unpooled.buffer(texts.size() * (request.length + EventRecorder.TEXT_BYTES));
        texts.forEach(text -> requests.writeBytes(request).writeBytes(text));
        if (waiting == null) {
            waiting = requests;
            generator.connect(server, Generator.anyAddress(), this);
        } else {
            send(requests);
        }
    }

    @Override
    protected void opened() {
        if (waiting != null) {
            send(waiting);
        }
    }

    @Override
    protected void read(ByteBuf in, long nowNanos) {
        while (in.isReadable()) {
            if (underWay == 0) {
                throw new IllegalStateException("bytes that nobody asked for");
            }
            answer.read(in);
            if (answer.isComplete()) {
                if (answer.status() != CREATED && answer.status() != ACCEPTED) {
                    throw new IllegalStateException("status " + answer.status());
                }
                answer.clear();
                underWay--;
            }
        }
        if (underWay == 0) {
            owner.published();
        }
    }

    @Override
    protected void ended(@Nullable String reason) {
        owner.ended(this, "publishing: " + reason);
    }
}
