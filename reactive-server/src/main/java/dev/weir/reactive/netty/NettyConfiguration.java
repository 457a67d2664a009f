package dev.weir.reactive.netty;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Imports the beans that set up Reactor Netty. */
@Configuration(proxyBeanMethods = false)
@Import({ConnectionGuard.class, Http2Streams.class, ReactorNetty4361Workaround.class, TlsSetup.class})
public class NettyConfiguration {}
