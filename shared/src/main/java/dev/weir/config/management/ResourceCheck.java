package dev.weir.config.management;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.core.io.Resource;

/**
 * Reads the software bill of materials into memory before the response begins. Otherwise WebFlux would read the file
 * from the jar on an event loop. Spring calls this class on a thread that may block. Thread-safe.
 */
public final class ResourceCheck implements OperationInvokerAdvisor {
    private static final EndpointId SBOM = EndpointId.of("sbom");

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpoint.equals(SBOM)) {
            return invoker;
        }
        return context -> {
            Object result = invoker.invoke(context);
            return result instanceof WebEndpointResponse<?> response && response.getBody() instanceof Resource resource
                    ? new WebEndpointResponse<>(bytes(resource), response.getStatus(), response.getContentType())
                    : result;
        };
    }

    private static byte[] bytes(Resource resource) {
        try {
            return resource.getContentAsByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
