package dev.weir.watch.load;

import dev.weir.perf.load.Calls.SignedCall;
import dev.weir.perf.load.HttpConnection;
import dev.weir.soap.message.SoapAnswer;
import dev.weir.watch.load.Population.Returning;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client that sends one signed SOAP call after another. Does not verify the answers, to save CPU time. */
final class SoapCaller extends HttpConnection {
    private static final String HEAD = "POST /ws HTTP/1.1\r\nHost: localhost\r\nSOAPAction: \"\"\r\nContent-Type: "
            + SoapAnswer.MEDIA_TYPE + "\r\nContent-Length: ";

    private final Returning client;
    private final Consumer<SoapCaller> signing;

    /** @param signing signs a call, and then passes it to {@link #send} on the event loop */
    SoapCaller(Returning client, Consumer<SoapCaller> signing) {
        this.client = client;
        this.signing = signing;
    }

    @Override
    protected void opened() {
        signing.accept(this);
    }

    void send(SignedCall call) {
        byte[] envelope = call.request().envelope();
        byte[] head = (HEAD + envelope.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        request(Unpooled.wrappedBuffer(head, envelope), 1);
    }

    @Override
    protected void answered(HttpResponse head) {
        signing.accept(this);
    }

    @Override
    protected void ended(@Nullable String reason) {
        client.again(Population.AFTER_ERROR);
    }
}
