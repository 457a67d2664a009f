package dev.weir.watch.fleet;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.weir.contract.programs.Chromium;
import dev.weir.events.EventLog;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Cleanup;
import dev.weir.watch.page.PageKind;
import dev.weir.watch.page.PageServer;
import dev.weir.watch.page.RefusedOrderException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the page in a browser with two real servers. {@code ./mvnw -DskipTests package} makes their jars. */
class LivePageTest {
    private static final int PATIENCE_MILLIS = 60_000; // a server starts on a busy machine
    private static final LocatorAssertions.ContainsTextOptions TEXT =
            new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MILLIS);
    private static final LocatorAssertions.HasAttributeOptions ATTRIBUTE =
            new LocatorAssertions.HasAttributeOptions().setTimeout(PATIENCE_MILLIS);

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static DemoFleet fleet;
    private static PageServer server;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> complaints = new ArrayList<>();
    private Page page;
    private Locator reactive;
    private Locator blocking;

    @BeforeAll
    static void start() throws IOException {
        EventLog log = new EventLog("test", 100, 1 << 20);
        server = new PageServer(0, PageKind.LIVE, log);
        fleet = DemoFleet.start(List.of(Contender.REACTIVE, Contender.BLOCKING), Path.of(".."), 10);
        fleet.sample(log);
        server.start(fleet.orders());
    }

    @AfterAll
    static void stop() {
        server.close();
        fleet.close();
    }

    /** Opens the page, and sets the default limits. Each test ends the loads that it has started. */
    @BeforeEach
    void open() throws RefusedOrderException, InterruptedException {
        page = CHROMIUM.open(server.port());
        page.onConsoleMessage(message -> complaints.add(message.text()));
        page.onPageError(complaints::add);
        reactive = page.locator(".card").first();
        blocking = page.locator(".card").last();
        assertThat(reactive).hasAttribute("data-state", "UP", ATTRIBUTE);
        assertThat(blocking).hasAttribute("data-state", "UP", ATTRIBUTE);
        order("/limits", "{\"name\":\"global\",\"rate\":20480000}");
        order("/limits", "{\"name\":\"default\",\"rate\":204800}");
    }

    private static void order(String path, String json) throws RefusedOrderException, InterruptedException {
        Objects.requireNonNull(fleet.orders().get(path))
                .carryOut(JsonMapper.shared().readTree(json));
    }

    @AfterEach
    void close() {
        assertThat(complaints).isEmpty();
        page.close();
        client.shutdownNow();
    }

    private JsonNode actuator(int index, String path) throws IOException, InterruptedException {
        String address = String.valueOf(page.evaluate("i => latest.servers[i].address", index));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/actuator/" + path))
                .build();
        return JsonMapper.shared()
                .readTree(client.send(request, HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    private void awaitInPage(String condition, Object argument) {
        page.waitForFunction(condition, argument, new Page.WaitForFunctionOptions().setTimeout(PATIENCE_MILLIS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"global", "default"})
    void aSliderActsOnAllServers(String plan) throws IOException, InterruptedException {
        Locator slider = page.locator("#limit-" + plan);
        slider.fill("100");
        String step = "name => latest.servers.every(server => server.rates[name] === rateAt(100))";
        awaitInPage(step, plan);
        long rate = ((Number) page.evaluate("rateAt(100)")).longValue();
        for (int i = 0; i < 2; i++) {
            JsonNode limits = actuator(i, "weir");
            assertThat((plan.equals("global") ? limits : limits.path("plans"))
                            .path(plan)
                            .path("rate")
                            .asLong())
                    .isEqualTo(rate);
        }
        slider.press("End");
        awaitInPage("name => latest.servers.every(server => server.rates[name] === 0)", plan);
        assertThat(slider).hasAttribute("aria-valuetext", "no limit", ATTRIBUTE);
    }

    /** A few downloads always run. When the page changes their plan's limit, these downloads must get the new rate. */
    @Test
    void theDownloadsObeyTheSlider() {
        Locator slider = page.locator("#limit-default");
        for (String step : new String[] {"40", "90"}) {
            slider.fill(step);
            awaitInPage(
                    "step => latest.servers.every(server =>"
                            + " Math.abs(server.figures.clientRate / rateAt(step) - 1) < 0.2)",
                    Integer.parseInt(step));
        }
    }

    @Test
    void theNumbersAgreeWithTheActuator() throws IOException, InterruptedException {
        page.locator("#load-subscribers").click();
        awaitInPage("() => latest.servers[0].figures.subscribers >= 1000", 0);
        String measured = actuator(0, "metrics/weir.events.subscribers")
                .path("measurements")
                .path(0)
                .path("value")
                .asString();
        assertThat(Double.parseDouble(measured)).isEqualTo(1_000);
        assertThat(reactive.locator("[data-key=subscribers]")).containsText("1,000", TEXT);
        page.locator("#load-subscribers").click();
        awaitInPage("() => latest.servers[0].figures.subscribers < 1000", 0);
    }

    @Test
    void aServerThatDiesIsShownAsGoneAndComesBack() {
        reactive.getByText("End").click();
        assertThat(reactive).hasAttribute("data-state", "GONE", ATTRIBUTE);
        assertThat(Cleanup.folder().resolve("reactive")).doesNotExist();
        assertThat(page.locator("#news")).containsText("reactive is gone", TEXT);
        assertThat(reactive.locator(".big")).containsText("–", TEXT);
        assertThat(blocking).hasAttribute("data-state", "UP", ATTRIBUTE);
        reactive.getByText("Start").click();
        assertThat(reactive).hasAttribute("data-state", "UP", ATTRIBUTE);
        awaitInPage("() => latest.servers[0].figures.served === 4", 0);
    }

    @Test
    void aStormIsSeen() {
        Locator storm = page.locator("#load-leaving");
        storm.click();
        assertThat(storm).hasAttribute("aria-pressed", "true", ATTRIBUTE);
        awaitInPage("() => latest.servers.every(server => server.figures.left > 5)", 0);
        storm.click();
        awaitInPage("() => latest.servers.every(server => server.figures.left === 0)", 0);
    }

    /** Each of 100 downloads needs one of the blocking server's ten threads, but no thread of the reactive server. */
    @Test
    void theBlockingServerStarvesAndTheOtherDoesNot() {
        Locator downloads = page.locator("#load-downloads");
        downloads.click();
        Locator served =
                reactive.locator(".meter", new Locator.LocatorOptions().setHasText("clients that get an answer"));
        assertThat(served).containsText("100 of 100", TEXT);
        Locator starving =
                blocking.locator(".meter.bad", new Locator.LocatorOptions().setHasText("clients that get an answer"));
        assertThat(starving).containsText(Pattern.compile("\\D\\d of 100"), TEXT);
        downloads.click();
        awaitInPage("() => latest.servers.every(server => server.figures.clients === 4)", 0);
    }

    @Test
    void soapCallsAreAnswered() {
        Locator soap = page.locator("#load-soap");
        soap.click();
        awaitInPage("() => latest.servers.every(server => server.figures.calls > 0 && !server.figures.failedCalls)", 0);
        soap.click();
        awaitInPage("() => latest.servers.every(server => server.figures.calls === 0)", 0);
    }

    @ParameterizedTest
    @CsvSource({"390, LIGHT", "390, DARK", "1280, LIGHT", "1280, DARK"})
    void fitsTheWindow(int width, ColorScheme scheme) {
        page.setViewportSize(width, 900);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        awaitInPage("() => document.documentElement.scrollWidth <= innerWidth", 0);
        assertThat(page.locator("#charts canvas").first()).isVisible();
    }
}
