package dev.weir.perf.load;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * What is asked for: from where, by which request, and which bytes must come.
 *
 * <p>The connection of a {@link Download} carries one request. With keep-alive the next request of the same client can be there before the
 * thread that served the last one has looked elsewhere: it is then served at once, past everybody who waits, and the
 * mean of a queue that was jumped says nothing. With {@code Connection: close} each request goes to the end of the
 * queue, as a user's does who comes back.
 */
public record Target(InetSocketAddress address, String path, ExpectedBody body) implements Requests {
    /** The request as it is sent, with what is to become of the connection: {@code close} or {@code keep-alive}. */
    byte[] request(String connection) {
        String text = "GET " + path + " HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                + "\r\nUser-Agent: weir-perf\r\nAccept: */*\r\nConnection: " + connection + "\r\n\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Dialogue dialogue() {
        return new Requests.Gets(request("keep-alive"), body);
    }
}
