package dev.weir.config.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeType;

class ResourceCheckTest {
    private static final MimeType TYPE = MimeType.valueOf("application/vnd.cyclonedx+json");

    /** The software bill of materials must be read into memory. Otherwise, WebFlux would read it on an event loop. */
    @Test
    void theBillOfMaterialsIsInMemory() {
        byte[] bytes = "{}".getBytes(StandardCharsets.UTF_8);
        WebEndpointResponse<?> answer =
                (WebEndpointResponse<?>) checked("sbom", new WebEndpointResponse<>(new ByteArrayResource(bytes), TYPE));
        assertThat(answer.getBody()).isEqualTo(bytes);
        assertThat(answer.getContentType()).isEqualTo(TYPE);
        assertThat(answer.getStatus()).isEqualTo(200);
    }

    @Test
    void otherAnswersStayAsTheyAre() {
        WebEndpointResponse<?> missing = new WebEndpointResponse<>(404);
        WebEndpointResponse<?> other = new WebEndpointResponse<>(new ByteArrayResource(new byte[1]));
        assertThat(checked("sbom", missing)).isSameAs(missing);
        assertThat(checked("weir", other)).isSameAs(other);
    }

    private static Object checked(String endpoint, Object answer) {
        return Objects.requireNonNull(new ResourceCheck()
                .apply(EndpointId.of(endpoint), OperationType.READ, new NoParameters(), _ -> answer)
                .invoke(new InvocationContext(SecurityContext.NONE, Map.of())));
    }

    private static final class NoParameters implements OperationParameters {
        @Override
        public int getParameterCount() {
            return 0;
        }

        @Override
        public OperationParameter get(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public Iterator<OperationParameter> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public Stream<OperationParameter> stream() {
            return Stream.empty();
        }
    }
}
