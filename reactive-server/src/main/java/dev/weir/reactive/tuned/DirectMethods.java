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
 * Calls a controller method directly if it takes only a {@link ServerWebExchange} and returns {@code Mono<Void>}. A
 * call by Spring would keep objects for arguments and results in memory until the request ends. Thread-safe.
 */
class DirectMethods extends RequestMappingHandlerMapping {
    /** Tells for each controller method whether it may be called directly, without Spring's handling of arguments. */
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

    @SuppressWarnings("unchecked") // answersItself has checked the return type
    private static Mono<Void> call(HandlerMethod method, ServerWebExchange exchange) {
        try {
            // HandlerMethod has made the method accessible, so it need not be public.
            return (Mono<Void>) method.getMethod().invoke(method.getBean(), exchange);
        } catch (InvocationTargetException e) {
            return Mono.error(e.getTargetException());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
