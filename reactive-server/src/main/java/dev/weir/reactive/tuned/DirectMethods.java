package dev.weir.reactive.tuned;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.ResolvableType;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/**
 * Finds a controller's method as Spring does, and has one that takes the exchange and answers itself called directly.
 *
 * <p>Spring would make what resolves arguments and handles results anew for each request, and keep it as long as the
 * request waits, as thousands may. What a method refuses goes to the advice either way. Thread-safe.
 */
class DirectMethods extends RequestMappingHandlerMapping {
    /** By method of a controller, so no more than there are. */
    private final Map<Method, Boolean> answerThemselves = new ConcurrentHashMap<>();

    @Override
    public Mono<Object> getHandler(ServerWebExchange exchange) {
        return super.getHandler(exchange).map(this::direct);
    }

    private Object direct(Object handler) {
        return handler instanceof HandlerMethod method
                        && answerThemselves.computeIfAbsent(method.getMethod(), DirectMethods::answersItself)
                ? (WebHandler) exchange -> Mono.defer(() -> call(method, exchange))
                : handler;
    }

    static boolean answersItself(Method method) {
        return Arrays.equals(method.getParameterTypes(), new Class<?>[] {ServerWebExchange.class})
                && ResolvableType.forClassWithGenerics(Mono.class, Void.class)
                        .isAssignableFrom(ResolvableType.forMethodReturnType(method));
    }

    @SuppressWarnings("unchecked") // it answers itself
    private static Mono<Void> call(HandlerMethod method, ServerWebExchange exchange) {
        try {
            // Of any package: HandlerMethod has made the method accessible.
            return (Mono<Void>) method.getMethod().invoke(method.getBean(), exchange);
        } catch (InvocationTargetException e) {
            return Mono.error(e.getTargetException());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
