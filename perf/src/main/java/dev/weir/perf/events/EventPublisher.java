package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.HttpConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Publishes events in order over one connection. {@link #publish} sends all its requests before the first answer. */
final class EventPublisher extends HttpConnection {
    private static final int ACCEPTED = 202; // the status of nchan if there are no subscribers

    private final Generator generator;
    private final InetSocketAddress server;
    private final byte[] request;
    private final Subscription.Owner owner;
    private @Nullable ByteBuf waiting; // what to send once the connection is open
    private int underWay;

    EventPublisher(Generator generator, InetSocketAddress server, Subscription.Owner owner) {
        this.generator = generator;
        this.server = server;
        this.owner = owner;
        request = ("POST /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + EventAudience.TOKEN
                        + "\r\nContent-Type: text/plain\r\nContent-Length: " + EventRecorder.TEXT_BYTES + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    boolean isIdle() {
        return underWay == 0 && !isEnded();
    }

    void publish(List<byte[]> texts) {
        underWay = texts.size();
        ByteBuf requests = Unpooled.buffer(texts.size() * (request.length + EventRecorder.TEXT_BYTES));
        texts.forEach(text -> requests.writeBytes(request).writeBytes(text));
        if (waiting == null) {
            waiting = requests;
            generator.connect(server, Generator.anyAddress(), this);
        } else {
            request(requests, underWay);
        }
    }

    @Override
    protected void opened() {
        if (waiting != null) {
            request(waiting, underWay);
        }
    }

    @Override
    protected void answered(HttpResponse head) {
        int status = head.status().code();
        if (status != 201 && status != ACCEPTED) {
            throw new IllegalStateException("status " + status);
        }
        underWay--;
        if (underWay == 0) {
            owner.accepted();
        }
    }

    @Override
    protected void ended(@Nullable String reason) {
        owner.ended(this, "publishing: " + reason);
    }
}
