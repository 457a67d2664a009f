package dev.weir.tls;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code weir.tls.*}. Spring Boot's keys {@code server.ssl.*} turn TLS on and name the certificates.
 *
 * @param provider the TLS implementation
 */
public record TlsSettings(@DefaultValue("auto") TlsProvider provider) {}
