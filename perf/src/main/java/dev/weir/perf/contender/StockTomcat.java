package dev.weir.perf.contender;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.SimpleCommandLinePropertySource;

/** A plain Tomcat, told by the keys of the servlet server that it shares with it, whose others it does not know. */
final class StockTomcat {
    private static final int MANAGEMENT_THREADS = 2;

    private StockTomcat() {}

    /**
     * Gives it its connectors, and a health to ask for; whoever calls adds servlets and starts it.
     *
     * @throws IllegalArgumentException naming a key that is missing
     */
    static Context prepare(Tomcat tomcat, SimpleCommandLinePropertySource given) throws IOException {
        Path folder = Files.createTempDirectory("weir-stock-");
        folder.toFile().deleteOnExit();
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(service(given));
        tomcat.getService().addConnector(management(given));
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "health", new Health());
        context.addServletMapping("/actuator/health", "health");
        return context;
    }

    private static Connector service(SimpleCommandLinePropertySource given) {
        Connector connector = connector(given, "server.port");
        set(connector, "maxThreads", value(given, "server.tomcat.threads.max"));
        set(connector, "maxConnections", value(given, "server.tomcat.max-connections"));
        set(connector, "maxKeepAliveRequests", value(given, "server.tomcat.max-keep-alive-requests"));
        Duration keepAlive = DurationStyle.detectAndParse(value(given, "server.tomcat.keep-alive-timeout"));
        set(connector, "keepAliveTimeout", Long.toString(keepAlive.toMillis()));
        return connector;
    }

    private static Connector management(SimpleCommandLinePropertySource given) {
        Connector connector = connector(given, "management.server.port");
        set(connector, "maxThreads", Integer.toString(MANAGEMENT_THREADS));
        set(connector, "minSpareThreads", "1");
        return connector;
    }

    private static Connector connector(SimpleCommandLinePropertySource given, String port) {
        Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        connector.setPort(Integer.parseInt(value(given, port)));
        set(connector, "address", value(given, "server.address"));
        return connector;
    }

    private static void set(Connector connector, String name, String value) {
        if (!connector.setProperty(name, value)) {
            throw new IllegalArgumentException("Tomcat does not know " + name);
        }
    }

    static String value(SimpleCommandLinePropertySource given, String key) {
        String value = given.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("--" + key + " is missing");
        }
        return value;
    }

    /** Says that it is there. */
    private static final class Health extends HttpServlet {
        @Serial
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("application/json");
            response.getOutputStream().print("{\"status\":\"UP\"}");
        }
    }
}
