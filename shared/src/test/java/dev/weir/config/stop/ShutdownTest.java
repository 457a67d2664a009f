package dev.weir.config.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.access.OpenRequests;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.clients.Clients;
import dev.weir.clients.Plan;
import dev.weir.clients.TestRequest;
import dev.weir.log.CapturedLog;
import dev.weir.network.Proxies;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class ShutdownTest {
    private final CapturedLog log = new CapturedLog(Shutdown.class);
    private final Callers callers = new Callers(clients(), new Proxies(List.of()));
    private final OpenRequests requests = new OpenRequests();
    private final Shutdown shutdown = new Shutdown(callers, requests);

    @AfterEach
    void leaveTheLog() {
        log.close();
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500 ms", "3s, 3 s", "1500ms, 1500 ms", "2m, 120 s"})
    void a03_theLineTellsTheGracePeriod(String period, String told) {
        var _ = open();
        stop(shutdown.graceBegins(environment("spring.lifecycle.timeout-per-shutdown-phase", period)));
        assertThat(log.messages()).containsExactly("stopping; 1 download may go on for at most " + told);
    }

    @Test
    void a03_aServerThatStopsAtOnceTellsNoGracePeriod() {
        var _ = open();
        stop(shutdown.graceBegins(environment("server.shutdown", "immediate")));
        assertThat(log.messages()).isEmpty();
    }

    @Test
    void a03_openDownloadsAreCutOffAndCounted() {
        Admission first = open();
        Admission second = open();
        requests.begin(); // a request that is no download, and does not end
        stop(shutdown.graceBegins(new StandardEnvironment()));
        stop(shutdown.graceEnds());
        assertThat(log.messages()).last().isEqualTo("cut off 2 downloads and 1 other request after 0 s");
        assertThat(requests.count()).as("the downloads have ended").isEqualTo(1);
        first.leave();
        second.leave();
    }

    @Test
    void a03_nothingIsToldIfNothingIsOpen() {
        stop(shutdown.graceEnds());
        assertThat(log.messages()).isEmpty();
    }

    private static Environment environment(String key, String value) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.setConversionService(new ApplicationConversionService());
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(key, value)));
        return environment;
    }

    private Admission open() {
        requests.begin();
        Admission admission = callers.download(TestRequest.of("192.0.2.1"));
        var _ = admission.onCutOff(Runnable::run, requests::end);
        return admission;
    }

    private static void stop(SmartLifecycle phase) {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        phase.start();
        phase.stop(() -> stopped.complete(null));
        stopped.join();
    }

    private static Clients clients() {
        Throttle throttle = new Throttle(
                new TokenBucket(0, 0, 0),
                Chunk.Time.fixed(Duration.ofMillis(100)),
                (task, delayNanos) -> () -> {},
                () -> 0);
        Plan plan = new Plan("plan", 0, 0, 1, 9, 9, 9, false, true);
        return new Clients(throttle, List.of(), plan, new Clients.Limits(9, 9, 9), () -> 0);
    }
}
