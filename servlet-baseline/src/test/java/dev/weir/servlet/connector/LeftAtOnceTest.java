package dev.weir.servlet.connector;

import dev.weir.contract.http.LeftAtOnceContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import dev.weir.servlet.connector.exchange.TomcatField;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.ActionHook;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Closes the connection of each request before the request is served. Tomcat then knows no address of the client. */
class LeftAtOnceTest implements LeftAtOnceContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").with(Closing.class);

    @Override
    public StartedServer server() {
        return SERVER;
    }

    @Order(Ordered.HIGHEST_PRECEDENCE)
    static class Closing implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
        private static final VarHandle HOOK = TomcatField.of(org.apache.coyote.Request.class, "hook", ActionHook.class);
        private static final VarHandle WRAPPER =
                TomcatField.of(AbstractProcessor.class, "socketWrapper", SocketWrapperBase.class);

        @Override
        public void customize(TomcatServletWebServerFactory factory) {
            factory.addEngineValves(new ValveBase(true) {
                @Override
                public void invoke(Request request, Response response) throws IOException, ServletException {
                    ((SocketWrapperBase<?>) WRAPPER.get(HOOK.get(request.getCoyoteRequest()))).close();
                    getNext().invoke(request, response);
                }
            });
        }
    }
}
