package dev.weir.watch.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.weir.contract.programs.Chromium;
import dev.weir.events.EventLog;
import dev.weir.watch.sample.ServerSample;
import dev.weir.watch.sample.ServerSample.State;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

/** Tests the page in a browser, with samples that the test makes up. */
class SampledPageTest {
    private static final Map<String, Boolean> DEMO = Map.of("soap", true);

    private record Snapshot(long millis, List<ServerSample> servers, Map<String, Boolean> loads) {}

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private final EventLog log = new EventLog("test", 10, 1 << 20);
    private PageServer server;
    private Page page;
    private Locator card;

    @BeforeEach
    void open() throws IOException {
        server = new PageServer(0, PageKind.LIVE, log);
        server.start(Map.of());
        page = CHROMIUM.open(server.port());
        card = page.locator(".card");
    }

    @AfterEach
    void close() {
        page.close();
        server.close();
    }

    private void sample(State state, Map<String, Double> figures, Map<String, Boolean> loads) {
        ServerSample sample =
                new ServerSample("async", "localhost:9081", state, figures, Map.of(), Map.of("default", 2_048L));
        log.append(
                "samples",
                "sample",
                JsonMapper.shared().writeValueAsString(new Snapshot(1_000, List.of(sample), loads)));
    }

    @Test
    void aServerThatDoesNotAnswerCanBeEnded() {
        sample(State.UP, Map.of("cpu", 0.5), DEMO);
        assertThat(card.locator("[data-key=cpu]")).hasText("50 %");
        sample(State.SILENT, Map.of("silent", 3.7), DEMO);
        assertThat(card.locator(".badge")).hasText("no answer for 3 s");
        assertThat(card.locator("[data-key=cpu]")).hasText("–");
        assertThat(card.locator(".refused")).hasText("");
        assertThat(card.locator("button")).hasText("End");
        assertThat(page.locator("#news")).hasText("async does not answer");
    }

    @Test
    void aServerThatDoesNotStartCanBeStartedAgain() {
        sample(State.STARTING, Map.of(), DEMO);
        assertThat(card.locator("button")).isHidden();
        sample(State.GONE, Map.of(), DEMO);
        assertThat(card.locator("button")).hasText("Start");
    }

    @Test
    void showsSoapCallsThatFailed() {
        sample(State.UP, Map.of("calls", 0.0, "failedCalls", 7.0), DEMO);
        assertThat(card.locator("[data-key=calls]")).hasText("0/s");
        assertThat(card.locator("[data-key=failedCalls]")).hasText("7/s");
    }

    /** If the demonstration does not run, the page must show the rate per download instead of the rate per client. */
    @Test
    void withoutTheDemonstrationARateIsThatOfADownload() {
        sample(State.UP, Map.of("bytes", 4_096.0, "active", 4.0), Map.of());
        assertThat(card.locator(".big")).hasText("1 KiB/s per download");
        assertThat(card.getByText("of its limit")).isHidden();
        assertThat(page.locator("figcaption").first()).hasText("Bytes a second per download");
    }
}
