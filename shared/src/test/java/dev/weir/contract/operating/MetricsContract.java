package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.LoggedAccess;
import dev.weir.contract.server.Metrics;
import dev.weir.contract.server.SuiteSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the metrics that an operator sees (rule A04). */
public interface MetricsContract extends ContractPart {
    /**
     * Every server must have exactly the metrics in {@code metrics.txt}. If this fails because you changed a metric,
     * change {@code metrics.txt}, the dashboard and docs/operating.md, too.
     */
    @Test
    default void a04_theMetricsAreThoseOfTheList() {
        assertThat(Metrics.of(server()).names()).containsExactlyInAnyOrderElementsOf(Metrics.listed());
    }

    /**
     * If this fails, check that {@code application.yaml} turns off the meters {@code tomcat.sessions}. Tomcat's other
     * meters are off by default.
     */
    @Test
    default void a04_noMeterIsTomcatsOwn() {
        assertThat(server().manage("/actuator/prometheus").text())
                .contains("weir_")
                .doesNotContain("tomcat_");
    }

    /**
     * A download that sends content adds one value to each histogram of durations. A download without content adds
     * none. If this fails, check that the code that writes bodies calls {@code Admission.next} or
     * {@code Admission.all}.
     */
    @ParameterizedTest
    @CsvSource({"GET, /files/text.txt, 1", "GET, /files/data.bin, 1", "HEAD, /files/data.bin, 0", "GET, /files/none, 0"
    })
    default void a04_aDownloadWithContentIsMeasuredOnce(String method, String target, int times) {
        String plan = "plan=\"fast\"";
        Metrics before = Metrics.of(server());
        server().ask(method, target, "X-API-Key: " + SuiteSettings.FAST_KEY);
        Metrics after = Metrics.of(server());
        for (String histogram : new String[] {"weir_downloads_first_byte_seconds", "weir_downloads_duration_seconds"}) {
            assertThat(after.sum(histogram + "_count", plan) - before.sum(histogram + "_count", plan))
                    .as(histogram)
                    .isEqualTo(times);
            assertThat(after.sum(histogram + "_bucket", plan, "le=\"+Inf\""))
                    .as(histogram)
                    .isEqualTo(after.sum(histogram + "_count", plan));
        }
    }

    /** A request to the management port gets no line in the access log and no request id (A07, A08). */
    @Test
    default void a07_requestsForMetricsAreNeitherLoggedNorNumbered() {
        assertThat(server().manage("/actuator/prometheus").field("X-Request-Id"))
                .isNull();
        String mark = LoggedAccess.mark();
        server().get("/files/text.txt?" + mark);
        LoggedAccess.with(mark, server());
        assertThat(LoggedAccess.all(server())).doesNotContain("/actuator");
    }

    @Test
    default void a04_connectionsAreCounted() {
        double most = Metrics.of(server()).sum("weir_connections_max");
        assertThat(most).isPositive();
        Eventually.is("no connection but that of the request for metrics", () -> connections() <= 1);
        double before = connections();
        try (Connection one = server().open("GET", "/files/text.txt");
                Connection other = server().open("GET", "/files/text.txt")) {
            one.answer();
            other.answer();
            Eventually.is("two more connections", () -> connections() == before + 2);
        }
        Eventually.is("none of them", () -> connections() == before);
    }

    private double connections() {
        return Metrics.of(server()).sum("weir_connections_open");
    }

    /**
     * Once per second, a probe measures how long a task waits for a thread. If this fails, check that the probe reaches
     * the threads that serve requests.
     */
    @Test
    default void a04_theThreadsAnswerTheProbe() {
        Eventually.is("an answer", () -> Metrics.of(server()).sum("weir_threads_lag_seconds_count") > 0);
    }
}
