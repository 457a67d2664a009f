package dev.weir.servlet.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.WeirProperties.Model;
import dev.weir.servlet.ServletServer;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.connector.ResponseFacade;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tests that a waiting request keeps only small buffers. */
class WaitingRequestTest {
    /** The sizes of a request's buffers, measured when the application has returned to Tomcat. */
    private record Kept(int readerChars, int answerBytes) {}

    private static final BlockingQueue<Kept> KEPT = new LinkedBlockingQueue<>();
    private static final BlockingQueue<Class<?>> RESPONSES = new LinkedBlockingQueue<>();

    @ParameterizedTest
    @EnumSource(Model.class)
    void itsBuffersAreSmallAndNothingIsMadeForItsCall(Model model) throws Exception {
        KEPT.clear();
        RESPONSES.clear();
        try (ConfigurableApplicationContext server = new SpringApplicationBuilder(ServletServer.class, Seen.class)
                        .registerShutdownHook(false)
                        .run("--weir.model=" + model, "--server.port=0", "--management.server.port=-1");
                HttpClient client = HttpClient.newHttpClient()) {
            String base = "http://127.0.0.1:"
                    + server.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            assertThat(status(client, base + "/events/next?timeout=0")).isEqualTo(204);
            Kept kept = KEPT.poll(10, TimeUnit.SECONDS);
            assertThat(kept).isNotNull();
            assertThat(kept.readerChars).as("characters for a reader").isLessThan(100);
            assertThat(kept.answerBytes).as("bytes of the answer").isEqualTo(1024);

            assertThat(status(client, base + "/seen")).isEqualTo(200);
            assertThat(RESPONSES).as("Tomcat's own response, without a wrapper").containsExactly(ResponseFacade.class);
        }
    }

    private static int status(HttpClient client, String uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Configuration(proxyBeanMethods = false)
    static class Seen {
        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> valve() {
            return factory -> factory.addEngineValves(new ValveBase(true) {
                private final ReaderBuffer readerBuffer = new ReaderBuffer();

                @Override
                public void invoke(Request request, Response response) throws IOException, ServletException {
                    getNext().invoke(request, response);
                    KEPT.add(new Kept(readerBuffer.capacity(request), response.getBufferSize()));
                }
            });
        }

        @Bean
        SeenController seenController() {
            return new SeenController();
        }
    }

    @RestController
    static class SeenController {
        @GetMapping("/seen")
        void see(HttpServletRequest request, HttpServletResponse response) {
            RESPONSES.add(response.getClass());
        }
    }
}
