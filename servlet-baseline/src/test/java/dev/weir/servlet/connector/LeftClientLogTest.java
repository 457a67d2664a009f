package dev.weir.servlet.connector;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.operating.AccessLogContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.AccessLog;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Runs the contract tests of the access log over HTTP/2. Before Tomcat logs a request, a valve puts Tomcat into the
 * state that it has when the client closes the connection right after the response. The line must still have the status
 * that the client has received.
 */
class LeftClientLogTest implements AccessLogContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=async")
            .with(Leaving.class)
            .over(Transport.H2C);

    @Override
    public StartedServer server() {
        return SERVER;
    }

    @Order(Ordered.HIGHEST_PRECEDENCE)
    static class Leaving implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
        @Override
        public void customize(TomcatServletWebServerFactory factory) {
            factory.addEngineValves(new LeftClient());
        }
    }

    /** Tomcat calls this valve before the one that writes the access log. */
    private static final class LeftClient extends ValveBase implements AccessLog {
        LeftClient() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            getNext().invoke(request, response);
        }

        @Override
        public void log(Request request, Response response, long nanos) {
            org.apache.coyote.Response written = response.getCoyoteResponse();
            written.action(ActionCode.CLOSE_NOW, new IOException("the client has left"));
            written.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        }

        @Override
        public void setRequestAttributesEnabled(boolean enabled) {}

        @Override
        public boolean getRequestAttributesEnabled() {
            return false;
        }
    }
}
