package dev.weir.reactive.web.chain;

import dev.weir.chain.Chain;
import dev.weir.chain.ChainLevel;
import dev.weir.reactive.web.Exchange;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Objects;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /chain} with {@link WebClient} and {@code Mono}s. In a chain, a server calls itself or another service
 * ({@link Chain}).
 *
 * <p>Runs on the connection's event loop. Blocks no thread while it waits. When the client leaves, Reactor Netty
 * cancels the {@code Mono}s. This closes the connection to the next server of the chain.
 */
@RestController
@ConditionalOnBooleanProperty("weir.chain.enabled")
class ChainController {
    private static final byte[] NOTHING = {};

    private final Chain chain;
    private final WebClient chainClient;

    ChainController(Chain chain, WebClient chainClient) {
        this.chain = chain;
        this.chainClient = chainClient;
    }

    @GetMapping("/chain")
    Mono<ResponseEntity<String>> chain(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        ChainLevel level = chain.enter(exchange);
        return (level.isLast() ? delayed(level) : sent(level, next(level, exchange))).map(body -> entity(level, body));
    }

    private URI next(ChainLevel level, Exchange exchange) {
        InetSocketAddress local = Objects.requireNonNull(exchange.request().getLocalAddress());
        return chain.next(
                level, Objects.requireNonNull(exchange.request().getURI().getScheme()), local);
    }

    private static Mono<String> delayed(ChainLevel level) {
        return level.delay().isZero()
                ? Mono.just(level.answer())
                : Mono.delay(level.delay()).thenReturn(level.answer());
    }

    Mono<String> sent(ChainLevel level, URI next) {
        return chainClient
                .get()
                .uri(next)
                .exchangeToMono(response -> response.bodyToMono(byte[].class)
                        .defaultIfEmpty(NOTHING)
                        .map(body -> level.answer(response.statusCode().value(), body)))
                .timeout(level.patience())
                .onErrorMap(level::refusal);
    }

    private static ResponseEntity<String> entity(ChainLevel level, String body) {
        ResponseEntity.BodyBuilder entity = ResponseEntity.ok();
        level.fields().forEach(entity::header);
        return entity.body(body);
    }
}
