package dev.weir.perf.stock;

import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.ws.transport.http.MessageDispatcherServlet;

/** Starts the peer in SOAP calls. */
public final class StockServer {
    private StockServer() {}

    public static void main(String[] arguments) throws IOException, LifecycleException {
        Tomcat tomcat = new Tomcat();
        start(tomcat, arguments);
        tomcat.getServer().await();
    }

    static void start(Tomcat tomcat, String... arguments) throws IOException, LifecycleException {
        SimpleCommandLinePropertySource given = new SimpleCommandLinePropertySource(arguments);
        Context context = StockTomcat.prepare(tomcat, given);
        Wrapper calls = Tomcat.addServlet(context, "ws", dispatcher(given));
        calls.setLoadOnStartup(1);
        context.addServletMapping("/ws", "ws");
        tomcat.start();
    }

    private static MessageDispatcherServlet dispatcher(SimpleCommandLinePropertySource given) {
        AnnotationConfigWebApplicationContext service = new AnnotationConfigWebApplicationContext();
        service.getEnvironment().getPropertySources().addFirst(given);
        service.register(StockService.class);
        return new MessageDispatcherServlet(service);
    }
}
