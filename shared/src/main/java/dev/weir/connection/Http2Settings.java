package dev.weir.connection;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The limits of HTTP/2. {@code server.http2.enabled} turns HTTP/2 on.
 *
 * @param maxConcurrentStreams the most requests at the same time on one connection
 */
public record Http2Settings(@DefaultValue("100") int maxConcurrentStreams) {}
