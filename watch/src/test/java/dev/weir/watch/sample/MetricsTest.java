package dev.weir.watch.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private final Metrics metrics = new Metrics("""
            # HELP weir_requests_refused_total requests
            # TYPE weir_requests_refused_total counter
            weir_requests_refused_total{plan="default",reason="too-many-downloads",request="download"} 3.0
            weir_requests_refused_total{plan="gold",reason="too-many-downloads",request="download"} 4.0
            weir_requests_refused_total{plan="none",reason="unauthorized",request="stream"} 1.0
            weir_requests_refused_total{plan="none",reason="forbidden",request="stream"} 0.0
            jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 1.5E7
            jvm_memory_used_bytes{area="heap",id="G1 Old Gen"} 2.5E7
            jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 1.0E6
            weir_threads_max NaN
            weir_threads_lag_seconds_max +Inf
            weir_downloads_active 7.0
            """);

    @Test
    void sumsOverAllLabels() {
        assertThat(metrics.sum("weir_requests_refused_total")).hasValue(8);
        assertThat(metrics.sum("weir_downloads_active")).hasValue(7);
    }

    @Test
    void sumsOverTheSamplesOfALabel() {
        assertThat(metrics.sum("jvm_memory_used_bytes", "area=\"heap\"")).hasValue(4e7);
    }

    @Test
    void knowsNoNumberThatIsMissingOrNotFinite() {
        assertThat(metrics.sum("weir_downloads")).isEmpty();
        assertThat(metrics.sum("weir_threads_max")).isEmpty();
        assertThat(metrics.sum("weir_threads_lag_seconds_max")).isEmpty();
    }

    @Test
    void groupsByALabel() {
        assertThat(metrics.by("weir_requests_refused_total", "reason"))
                .isEqualTo(Map.of("too-many-downloads", 7L, "unauthorized", 1L));
    }
}
