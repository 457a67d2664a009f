package dev.weir.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.SwiftContract;
import dev.weir.contract.clients.RightsContract;
import dev.weir.contract.clients.SignedLinkContract;
import dev.weir.contract.events.EventStreamContract;
import dev.weir.contract.fault.Fault;
import dev.weir.contract.server.StartedServer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

/** Plants one fault at a time in a server. Exactly the contract tests that {@link Fault#tests} returns must fail. */
class PlantedFaultTest {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class).with(Faults.class);

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_NONE,
            names = {"ONE_BYTE_IS_CHANGED", "HEAD_TAKES_TOKENS", "(EVENTS?|GRANT|LINK|RIGHTS)_.*"
            }) // the servlet server's test plants these
    void exactlyTheTestsOfItsRuleFail(Fault fault) {
        assertThat(fault.plant(Faulty.class)).containsOnlyKeys(fault.tests());
    }

    @ParameterizedTest
    @EnumSource(names = "EVENT_HEARTBEAT_IS_MISSING") // not on Tomcat, where other tests would fail, too
    void exactlyTheTestsOfEventsFail(Fault fault) {
        assertThat(fault.plant(FaultyEvents.class)).containsOnlyKeys(fault.tests());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ALL, names = "(LINK|RIGHTS)_.*")
    void exactlyTheTestsOfLinksFail(Fault fault) {
        assertThat(fault.plant(FaultyLinks.class)).containsOnlyKeys(fault.tests());
    }

    static final class FaultyLinks implements SignedLinkContract, RightsContract {
        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    static final class Faulty implements SwiftContract {
        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    static final class FaultyEvents implements EventStreamContract {
        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    static final class Faults {
        @Bean
        WebFilter fault() {
            return PlantedFaultTest::filter;
        }

        @Bean
        NettyServerCustomizer faultOfStreams() {
            return server -> server.doOnConnection(
                    connection -> connection.channel().pipeline().addFirst(new Quiet()));
        }
    }

    /**
     * Drops the heartbeats of an event stream while the fault {@link Fault#EVENT_HEARTBEAT_IS_MISSING} is planted. The
     * first frame of a stream looks like a heartbeat, but is never dropped.
     */
    private static final class Quiet extends ChannelOutboundHandlerAdapter {
        private static final Pattern HEARTBEAT = Pattern.compile("[0-9a-f]+\\r\\n(id: [^\\n]*|:)\\n\\n\\r\\n");
        private boolean opened;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            boolean heartbeat = message instanceof ByteBuf bytes
                    && HEARTBEAT
                            .matcher(bytes.toString(StandardCharsets.US_ASCII))
                            .matches();
            if (Fault.planted() == Fault.EVENT_HEARTBEAT_IS_MISSING && heartbeat && opened) {
                ReferenceCountUtil.release(message);
                promise.setSuccess();
            } else {
                var _ = context.write(message, promise);
                opened |= heartbeat;
            }
        }

        /**
         * An event stream that takes over the connection removes all handlers, including this one. So this method adds
         * a new handler.
         */
        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            if (context.channel().isActive()) {
                context.pipeline().addFirst(new Quiet());
            }
        }
    }

    private static Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Fault fault = Fault.planted();
        ServerHttpRequest request = exchange.getRequest()
                .mutate()
                .headers(fields -> hide(fault, fields))
                .uri(seen(fault, exchange.getRequest().getURI()))
                .build();
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> Mono.fromRunnable(() -> spoil(fault, request, response.getHeaders())));
        String shown = fault.shows(request.getURI().getRawPath());
        if (shown != null) {
            response.setStatusCode(HttpStatus.valueOf(fault.shownStatus()));
            byte[] content = shown.getBytes(StandardCharsets.UTF_8);
            return response.writeWith(Mono.just(response.bufferFactory().wrap(content)));
        }
        return chain.filter(exchange.mutate().request(request).build());
    }

    private static URI seen(Fault fault, URI uri) {
        String query = fault.query(uri.getRawPath(), uri.getRawQuery());
        return Objects.equals(query, uri.getRawQuery())
                ? uri
                : UriComponentsBuilder.fromUri(uri)
                        .replaceQuery(query)
                        .build(true)
                        .toUri();
    }

    private static void hide(Fault fault, HttpHeaders fields) {
        for (String name : List.copyOf(fields.headerNames())) {
            if (fault.seen(name, fields.getFirst(name)) == null) {
                fields.remove(name);
            }
        }
    }

    private static void spoil(Fault fault, ServerHttpRequest request, HttpHeaders fields) {
        String tag = fields.getFirst(HttpHeaders.ETAG);
        if (fault == Fault.TAG_IS_WEAK && tag != null) {
            fields.set(HttpHeaders.ETAG, "W/" + tag);
        }
        if (fault == Fault.TAG_IS_MISSING) {
            fields.remove(HttpHeaders.ETAG);
        }
        if (fault == Fault.HEAD_HAS_ANOTHER_LENGTH && request.getMethod().name().equals("HEAD") && tag != null) {
            fields.setContentLength(7);
        }
    }
}
