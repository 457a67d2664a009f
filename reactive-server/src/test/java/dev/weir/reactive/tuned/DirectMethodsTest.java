package dev.weir.reactive.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.reactive.ReactiveServer;
import java.lang.reflect.Method;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivestreams.Publisher;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/** Tests which controller methods {@link DirectMethods} calls directly. The contract suite tests their responses. */
class DirectMethodsTest {
    /** Examples of controller methods. {@link DirectMethods} may call only the first one directly. */
    interface Methods {
        Mono<Void> itself(ServerWebExchange exchange);

        Mono<String> text(ServerWebExchange exchange);

        Mono<?> something(ServerWebExchange exchange);

        Publisher<Void> published(ServerWebExchange exchange);

        void nothing(ServerWebExchange exchange);

        Mono<Void> more(ServerWebExchange exchange, String more);

        Mono<Void> less();
    }

    private static final ConfigurableApplicationContext CONTEXT = new SpringApplicationBuilder(ReactiveServer.class)
            .run("--server.port=0", "--management.server.port=-1", "--logging.threshold.console=off");

    @AfterAll
    static void stop() {
        CONTEXT.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/files/a, true",
        "/files/a/, true",
        "/files, true",
        "/events, true",
        "/events/next, true",
        "/ws/calc.wsdl, false"
    })
    void aClientThatTakesTheExchangeIsCalledDirectly(String path, boolean isDirect) {
        Object handler = Objects.requireNonNull(CONTEXT.getBean(DirectMethods.class)
                .getHandler(MockServerWebExchange.from(MockServerHttpRequest.get(path)))
                .block());
        assertThat(handler).isInstanceOf(isDirect ? WebHandler.class : HandlerMethod.class);
    }

    @Test
    void onlyAMethodOfTheExchangeAloneWithoutAResultIsCalledDirectly() {
        assertThat(Methods.class.getDeclaredMethods())
                .filteredOn(DirectMethods::answersItself)
                .extracting(Method::getName)
                .containsExactly("itself");
    }
}
