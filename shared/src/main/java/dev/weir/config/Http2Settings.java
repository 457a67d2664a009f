package dev.weir.config;

import org.springframework.boot.context.properties.bind.DefaultValue;

/** The limits of one HTTP/2 connection. {@code server.http2.enabled} turns HTTP/2 on. */
public record Http2Settings(@DefaultValue("100") int maxConcurrentStreams) {}
