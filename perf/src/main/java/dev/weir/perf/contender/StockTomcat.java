package dev.weir.perf.contender;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.SimpleCommandLinePropertySource;

/** An embedded Tomcat without Spring Boot. It accepts the main {@code server.*} options of Weir's servers. */
public final class StockTomcat {
    interface Application {
        void addTo(Tomcat tomcat, Context context, SimpleCommandLinePropertySource given);
    }

    static void run(Application application, String... arguments) throws IOException, LifecycleException {
        Tomcat tomcat = new Tomcat();
        start(tomcat, application, arguments);
        tomcat.getServer().await();
    }

    static void start(Tomcat tomcat, Application application, String... arguments)
            throws IOException, LifecycleException {
        SimpleCommandLinePropertySource given = new SimpleCommandLinePropertySource(arguments);
        Path folder = Files.createTempDirectory("weir-stock-");
        folder.toFile().deleteOnExit();
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(service(given));
        Connector management = connector(given, "management.server.port");
        set(management, "maxThreads", "2");
        set(management, "minSpareThreads", "1");
        tomcat.getService().addConnector(management);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "health", new Answer("application/json", "{\"status\":\"UP\"}", _ -> {}));
        context.addServletMapping("/actuator/health", "health");
        application.addTo(tomcat, context, given);
        tomcat.start();
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
        return Optional.ofNullable(given.getProperty(key))
                .orElseThrow(() -> new IllegalArgumentException("--" + key + " is missing"));
    }

    public static final class SleepingServer {
        public static final String ANSWER = "Request processed";

        public static void main(String[] arguments) throws IOException, LifecycleException {
            run(application(Thread::sleep), arguments);
        }

        static Application application(Sleeper sleeper) {
            return (tomcat, context, given) -> {
                if ("virtual".equals(given.getProperty("weir.model"))) {
                    tomcat.getConnector().getProtocolHandler().setExecutor(new VirtualThreadExecutor("weir-"));
                }
                boolean locks = "synchronized".equals(given.getProperty("weir.sleep"));
                Answer answer = new Answer("text/plain", ANSWER, locks ? new Locked(sleeper) : sleeper);
                Tomcat.addServlet(context, "sleep", answer);
                context.addServletMapping("/events/next", "sleep");
                Context files = tomcat.addContext("/files", value(given, "weir.files.root"));
                Tomcat.addServlet(files, "default", new DefaultServlet());
                files.addServletMapping("/", "default");
            };
        }
    }

    interface Sleeper {
        void sleep(long millis) throws InterruptedException;
    }

    /** Sleeps inside of {@code synchronized}. Until JDK 23, this made a virtual thread block its carrier thread. */
    private record Locked(Sleeper sleeper) implements Sleeper {
        @Override
        public void sleep(long millis) throws InterruptedException {
            synchronized (Thread.currentThread()) { // the JIT would leave out the lock of a local object
                sleeper.sleep(millis);
            }
        }
    }

    private static final class Answer extends HttpServlet {
        @Serial
        private static final long serialVersionUID = 1;

        /** Each request sleeps for a random time below this, like a long poll if an event comes every two seconds. */
        private static final int LONGEST_MILLIS = 2_000;

        private final String type;
        private final String body;
        private final transient Sleeper sleeper;

        Answer(String type, String body, Sleeper sleeper) {
            this.type = type;
            this.body = body;
            this.sleeper = sleeper;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                sleeper.sleep(ThreadLocalRandom.current().nextInt(LONGEST_MILLIS));
            } catch (InterruptedException e) {
                throw (IOException) new InterruptedIOException("stopped").initCause(e);
            }
            response.setContentType(type);
            response.getOutputStream().print(body);
        }
    }
}
