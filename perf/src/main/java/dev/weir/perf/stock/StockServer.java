package dev.weir.perf.stock;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.ws.transport.http.MessageDispatcherServlet;

/** Starts it on Tomcat, told by the keys of the servlet server that it shares with it, whose others it does not know. */
public final class StockServer {
    private static final int MANAGEMENT_THREADS = 2;

    private StockServer() {}

    public static void main(String[] arguments) throws IOException, LifecycleException {
        Tomcat tomcat = new Tomcat();
        start(tomcat, arguments);
        tomcat.getServer().await();
    }

    static void start(Tomcat tomcat, String... arguments) throws IOException, LifecycleException {
        SimpleCommandLinePropertySource given = new SimpleCommandLinePropertySource(arguments);
        Path folder = Files.createTempDirectory("weir-stock-");
        folder.toFile().deleteOnExit();
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(service(given));
        tomcat.getService().addConnector(management(given));
        Context context = tomcat.addContext("", null);
        Wrapper calls = Tomcat.addServlet(context, "ws", dispatcher(given));
        calls.setLoadOnStartup(1);
        context.addServletMappingDecoded("/ws", "ws");
        Tomcat.addServlet(context, "health", new Health());
        context.addServletMappingDecoded("/actuator/health", "health");
        tomcat.start();
    }

    private static MessageDispatcherServlet dispatcher(SimpleCommandLinePropertySource given) {
        AnnotationConfigWebApplicationContext service = new AnnotationConfigWebApplicationContext();
        service.getEnvironment().getPropertySources().addFirst(given);
        service.register(StockService.class);
        return new MessageDispatcherServlet(service);
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

    private static String value(SimpleCommandLinePropertySource given, String key) {
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
