package dev.weir.contract;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

/** The page at {@code /} in a browser, and its {@code EventSource}: D01, D13, D16, E01, E03, E10. */
public interface BrowserContract extends ServerUnderTest {
    @RegisterExtension
    Chromium CHROMIUM = new Chromium();

    int PATIENCE_MILLIS = 15_000; // a browser waits some seconds before it reconnects

    @Test
    default void d13_thePageListsTheFiles() {
        List<String> names = StreamSupport.stream(
                        JsonMapper.shared()
                                .readTree(server().get("/files").text())
                                .spliterator(),
                        false)
                .map(file -> file.get("name").asString())
                .sorted()
                .toList();
        assertThat(names).contains("data.bin", "sub/deep/text.txt", SuiteFiles.ODD_NAME);
        try (Page page = CHROMIUM.open(server().port())) {
            assertThat(page.locator("#files a")).hasText(names.toArray(String[]::new));
        }
    }

    /** If this fails, check that the page shows the data of events as text, never as HTML. */
    @Test
    default void e01_thePageShowsEventsAsText() {
        try (Page page = CHROMIUM.open(server().port());
                PublishingClient publisher = new PublishingClient(server())) {
            live(page);
            String markup =
                    "<img src=x onerror=\"document.title='run'\"><b>bold</b><script>document.title='run'</script>";
            List<String> ids = List.of(publisher.text("any", "plain"), publisher.text("any", markup));
            shows(page, ids);
            assertThat(page.locator("#events .data")).hasText(new String[] {markup, "plain"});
            assertThat(page.locator("#events :is(img, b, script)")).hasCount(0);
            assertThat(page).hasTitle("Weir");
            picture(page);
        }
    }

    @Test
    default void d01_aClickOnAFileDownloadsIt() throws IOException {
        try (Page page = CHROMIUM.open(server().port())) {
            Download data = click(page, "data.bin");
            assertThat(data.suggestedFilename()).isEqualTo("data.bin");
            assertThat(data.path()).hasBinaryContent(server().files().data());
            assertThat(click(page, SuiteFiles.ODD_NAME).path()).hasContent(SuiteFiles.TEXT);
        }
    }

    /** The proxy ends the connection early. The browser then resumes by itself. */
    @Test
    default void d16_aBrowserEndsWithTheFileThoughTheConnectionWasCut() {
        Iterator<Integer> cuts = List.of(300_000, 200_000).iterator();
        try (CuttingProxy proxy = new CuttingProxy(
                        server(), "127.0.0.1", () -> cuts.hasNext() ? cuts.next() : Integer.MAX_VALUE, false);
                Page page = CHROMIUM.open(server().port())) {
            Download data = page.waitForDownload(() ->
                    page.evaluate("port => { location = `http://127.0.0.1:${port}/files/data.bin` }", proxy.port()));
            assertThat(data.path()).hasBinaryContent(server().files().data());
            assertThat(proxy.connections()).isGreaterThan(2);
        }
    }

    /** If this fails, check which {@code Last-Event-ID} the browser sends, and how the server answers it. */
    @Test
    default void e03_anEventSourceThatIsCutShowsEachEventOnce() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Page page = CHROMIUM.open(proxy.port());
                PublishingClient publisher = new PublishingClient(server())) {
            live(page);
            List<String> ids = new ArrayList<>(publisher.texts(0, 5, ""));
            shows(page, ids);
            proxy.cut();
            ids.addAll(publisher.texts(5, 10, ""));
            shows(page, ids);
            live(page);
            ids.addAll(publisher.texts(10, 15, ""));
            shows(page, ids);
        }
    }

    /** If this fails, check the status of the refusal. After some statuses, a browser never reconnects. */
    @Test
    default void e10_anEventSourceThatIsRefusedComesBack() {
        String few = "127.0.7.1";
        try (CuttingProxy proxy = new CuttingProxy(server(), few);
                Connection one = server().connect(few).send("GET", "/events");
                Connection other = server().connect(few).send("GET", "/events")) {
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 2);
            try (Page page = CHROMIUM.open(proxy.port());
                    PublishingClient publisher = new PublishingClient(server())) {
                state(page, "connecting again");
                one.reset();
                other.reset();
                live(page);
                Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 1);
                shows(page, publisher.texts(0, 3, ""));
            }
        }
    }

    private static Download click(Page page, String name) {
        Locator link = page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
        return page.waitForDownload(link::click);
    }

    private static void live(Page page) {
        state(page, "live");
    }

    private static void state(Page page, String state) {
        assertThat(page.locator("#state")).hasText(state, new HasTextOptions().setTimeout(PATIENCE_MILLIS));
    }

    /** Waits until the page shows exactly these events, newest first. */
    private static void shows(Page page, List<String> ids) {
        assertThat(page.locator("#events td:first-child"))
                .hasText(ids.reversed().toArray(String[]::new), new HasTextOptions().setTimeout(PATIENCE_MILLIS));
    }

    private void picture(Page page) {
        String model = getClass().getSimpleName().toLowerCase(Locale.ROOT);
        Path path = Path.of("target", "page-" + model + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(path).setFullPage(true));
    }
}
