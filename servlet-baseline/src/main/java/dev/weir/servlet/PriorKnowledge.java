package dev.weir.servlet;

import org.apache.coyote.Request;
import org.apache.coyote.http2.Http2Protocol;

/**
 * HTTP/2 by ALPN or prior knowledge. {@code Upgrade: h2c} is declined, which RFC 9113 dropped: after Tomcat's the client's
 * window never opens again.
 */
final class PriorKnowledge extends Http2Protocol {
    @Override
    public boolean accept(Request request) {
        return false; // and answered over HTTP/1.1
    }
}
