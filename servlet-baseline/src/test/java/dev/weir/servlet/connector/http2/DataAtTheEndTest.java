package dev.weir.servlet.connector.http2;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.DataAtTheEndContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.buf.MessageBytes;
import org.apache.tomcat.util.http.MimeHeaders;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Tests {@link LateFrames#orAgain}. When a DATA frame arrives, a thread of Tomcat reads the request's Content-Length
 * field. Meanwhile, another thread clears the field. Without {@link LateFrames#orAgain}, the connection would end.
 */
class DataAtTheEndTest implements DataAtTheEndContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=blocking")
            .with(Waiting.class)
            .over(Transport.H2C);

    @Override
    public StartedServer server() {
        return SERVER;
    }

    /**
     * Adds a valve to Tomcat. If a request has a body, the valve blocks the request's thread after the response, until
     * another thread reads the request's Content-Length field.
     */
    @Configuration(proxyBeanMethods = false)
    static class Waiting {
        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> valve() {
            return factory -> factory.addEngineValves(new ValveBase(true) {
                @Override
                public void invoke(Request request, Response response) throws IOException, ServletException {
                    getNext().invoke(request, response);
                    if (request.getContentLengthLong() > 0) {
                        SlowFields fields = new SlowFields(request.getCoyoteRequest());
                        response.finishResponse();
                        fields.awaitReader();
                    }
                }
            });
        }
    }

    /**
     * Replaces the header fields of a request, to force a race between two threads. The thread that reads the
     * Content-Length waits until another thread has cleared the fields, and then gets a {@link NumberFormatException}.
     * In Tomcat's own class, the reader gets this exception only if the field is cleared just after the reader has
     * found it.
     */
    private static final class SlowFields extends MimeHeaders {
        private final CountDownLatch read = new CountDownLatch(1);
        private final CountDownLatch cleared = new CountDownLatch(1);

        SlowFields(org.apache.coyote.Request request) {
            try {
                duplicate(request.getMimeHeaders());
                Field fields = org.apache.coyote.Request.class.getDeclaredField("headers");
                fields.setAccessible(true);
                fields.set(request, this);
                request.setContentLength(-1); // so that the next reader looks into the fields
            } catch (IOException | ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public MessageBytes getUniqueValue(String name) {
            MessageBytes value = super.getUniqueValue(name);
            if (value != null && !value.isNull()) {
                read.countDown();
                await(cleared);
                throw new NumberFormatException("cleared");
            }
            return value;
        }

        @Override
        public void recycle() {
            super.recycle();
            if (read.getCount() == 0) { // duplicate() clears the fields, too
                cleared.countDown();
            }
        }

        void awaitReader() {
            await(read);
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
