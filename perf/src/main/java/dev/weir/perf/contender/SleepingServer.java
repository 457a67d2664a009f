package dev.weir.perf.contender;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serial;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.springframework.core.env.SimpleCommandLinePropertySource;

/** Starts the article's servlet, with the files that every contender is asked for before it is timed. */
public final class SleepingServer {
    /** What it says to everybody. */
    public static final String ANSWER = "Request processed";

    /** Whoever asks at any time waits so long at most for an event each two seconds, and half of it in the mean. */
    private static final int LONGEST_MILLIS = 2_000;

    private SleepingServer() {}

    public static void main(String[] arguments) throws IOException, LifecycleException {
        Tomcat tomcat = new Tomcat();
        start(tomcat, Thread::sleep, arguments);
        tomcat.getServer().await();
    }

    /** Waits so many milliseconds, on the thread that asks. */
    @FunctionalInterface
    interface Sleeper {
        void sleep(long millis) throws InterruptedException;
    }

    static void start(Tomcat tomcat, Sleeper sleeper, String... arguments) throws IOException, LifecycleException {
        SimpleCommandLinePropertySource given = new SimpleCommandLinePropertySource(arguments);
        Context context = StockTomcat.prepare(tomcat, given);
        Tomcat.addServlet(context, "sleep", new Sleep(sleeper));
        context.addServletMapping("/events/next", "sleep");
        Context files = tomcat.addContext("/files", StockTomcat.value(given, "weir.files.root"));
        Tomcat.addServlet(files, "default", new DefaultServlet());
        files.addServletMapping("/", "default");
        tomcat.start();
    }

    /** Knows no events: as in the article, that there is one after so long is all it says. */
    private static final class Sleep extends HttpServlet {
        @Serial
        private static final long serialVersionUID = 1;

        private final transient Sleeper sleeper;

        Sleep(Sleeper sleeper) {
            this.sleeper = sleeper;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                sleeper.sleep(ThreadLocalRandom.current().nextInt(LONGEST_MILLIS));
            } catch (InterruptedException e) {
                throw (IOException) new InterruptedIOException("stopped").initCause(e);
            }
            response.setContentType("text/plain");
            response.getOutputStream().print(ANSWER);
        }
    }
}
