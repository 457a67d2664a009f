package dev.weir.reactive.web;

import dev.weir.config.management.MissingCheck;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Adds a problem document to an error response that has no body. Applies to management endpoints that return a
 * {@link Mono}, such as health. {@link MissingCheck} does this for all other endpoints. Thread-safe.
 */
@Component
class LaterMissingCheck implements OperationInvokerAdvisor {
    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (type != OperationType.READ) {
            return invoker;
        }
        return context -> {
            Object result = invoker.invoke(context);
            return result instanceof Mono<?> later ? later.map(MissingCheck::withBody) : result;
        };
    }
}
