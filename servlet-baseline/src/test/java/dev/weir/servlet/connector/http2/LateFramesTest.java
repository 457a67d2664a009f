package dev.weir.servlet.connector.http2;

import static org.awaitility.Awaitility.await;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.LateFramesContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import dev.weir.servlet.connector.exchange.TomcatField;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionHook;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Tests {@link LateFrames}. The server completes the response before the whole request has arrived. The rest of the
 * request arrives before Tomcat can reset the stream. Without {@link LateFrames}, a late frame would end the
 * connection.
 */
class LateFramesTest implements LateFramesContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=blocking")
            .with(Waiting.class)
            .over(Transport.H2C);

    @Override
    public StartedServer server() {
        return SERVER;
    }

    /** Blocks a request's thread after the response, until the whole request has arrived. */
    @Configuration(proxyBeanMethods = false)
    static class Waiting {
        private static final VarHandle HOOK = TomcatField.of(org.apache.coyote.Request.class, "hook", ActionHook.class);
        private static final Class<?> STREAM = TomcatField.http2("Stream");
        private static final VarHandle SERVED = TomcatField.of(TomcatField.http2("StreamProcessor"), "stream", STREAM);
        private static final Method ENDED = ended();

        private static Method ended() {
            try {
                Method method = STREAM.getDeclaredMethod("isInputFinished");
                method.setAccessible(true);
                return method;
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> valve() {
            return factory -> factory.addEngineValves(new ValveBase(true) {
                @Override
                public void invoke(Request request, Response response) throws IOException, ServletException {
                    Object stream = SERVED.get(HOOK.get(request.getCoyoteRequest()));
                    getNext().invoke(request, response);
                    response.finishResponse();
                    await().until(() -> (boolean) ENDED.invoke(stream));
                }
            });
        }
    }
}
