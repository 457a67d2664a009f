package dev.weir.contract.programs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.events.SubscriberContract;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests events in the page at {@code /} in a browser (rules E01, E03, E04, E10, P01). */
public interface BrowserEventsContract extends BrowserPart {
    @Test
    default void p01_thePagePublishesWithAKeyAndShowsTheType() {
        try (Page page = CHROMIUM.open(server().port())) {
            BrowserPart.live(page);
            page.getByLabel("Data").fill("two\nlines");
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Publish")).click();
            assertThat(page.locator("#published")).hasText("Publishing needs a key");
            BrowserPart.use(page, SuiteSettings.GUEST_KEY);
            page.getByLabel("Topics").fill("open, free");
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Follow")).click();
            BrowserPart.live(page);
            page.getByLabel("Topic", new Page.GetByLabelOptions().setExact(true))
                    .fill("open");
            page.getByLabel("Type").fill("greeting");
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Publish")).click();
            assertThat(page.locator("#published")).hasText(Pattern.compile("Published as .*-\\d+"));
            assertThat(page.locator("#events .topic")).hasText(new String[] {"open"});
            assertThat(page.locator("#events .type")).hasText(new String[] {"greeting"});
            assertThat(page.locator("#events .data")).hasText(new String[] {"two lines"});
        }
    }

    /** If this fails, check that the page's poll for topics begins before the first event whose topic it does not know. */
    @Test
    default void e05_thePageShowsTheTopicOfEachEvent() {
        try (Page page = CHROMIUM.open(server().port());
                PublishingClient publisher = new PublishingClient(server())) {
            BrowserPart.live(page);
            publisher.text("news", "first");
            publisher.text("sports", "second");
            assertThat(page.locator("#events .topic")).hasText(new String[] {"sports", "news"});
            picture(page);
            page.getByLabel("Topics").fill("quiet");
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Follow")).click();
            BrowserPart.live(page);
            publisher.text("sports", "third");
            publisher.text("quiet", "fourth");
            assertThat(page.locator("#events .topic")).hasText(new String[] {"quiet"});
        }
    }

    /** If this fails, check that the page inserts the data of events as text, never as HTML. */
    @Test
    default void e01_thePageShowsEventsAsText() {
        try (Page page = CHROMIUM.open(server().port());
                PublishingClient publisher = new PublishingClient(server())) {
            BrowserPart.live(page);
            String markup =
                    "<img src=x onerror=\"document.title='run'\"><b>bold</b><script>document.title='run'</script>";
            List<String> ids = List.of(publisher.text("any", "plain"), publisher.text("any", markup));
            BrowserPart.shows(page, ids);
            assertThat(page.locator("#events .data")).hasText(new String[] {markup, "plain"});
            assertThat(page.locator("#events :is(img, b, script)")).hasCount(0);
            assertThat(page).hasTitle("Weir");
        }
    }

    /** If this fails, check which {@code Last-Event-ID} the browser sends after a cut, and what the server answers. */
    @Test
    default void e03_aPageThatIsCutShowsEachEventOnce() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Page page = CHROMIUM.open(proxy.port());
                PublishingClient publisher = new PublishingClient(server())) {
            BrowserPart.live(page);
            List<String> ids = new ArrayList<>(publisher.texts(0, 5, ""));
            BrowserPart.shows(page, ids);
            proxy.cut();
            ids.addAll(publisher.texts(5, 10, ""));
            BrowserPart.shows(page, ids);
            BrowserPart.live(page);
            ids.addAll(publisher.texts(10, 15, ""));
            BrowserPart.shows(page, ids);
        }
    }

    /** If this fails, check which id the page sends, and that it shows a {@code gap} event as a notice of loss. */
    @Test
    default void e04_aPageShowsThatItMissedEvents() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Page page = CHROMIUM.open(proxy.port());
                PublishingClient publisher = new PublishingClient(server())) {
            page.getByLabel("Topics").fill("quiet");
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Follow")).click();
            BrowserPart.live(page);
            BrowserPart.shows(page, List.of(publisher.text("quiet", "before")));
            page.context().setOffline(true);
            proxy.cut();
            BrowserPart.state(page, "connecting again");
            String batch = "[" + "{\"data\":0},".repeat(99) + "{\"data\":0}]";
            for (int events = 0; events <= SuiteSettings.HISTORY; events += 100) {
                publisher.post("/events", "application/json", batch).assertStatus(201);
            }
            page.context().setOffline(false);
            assertThat(page.locator("#events .gap .data"))
                    .hasText(Pattern.compile("Events are missing here\\. .*"), PATIENT);
            publisher.text("quiet", "after");
            assertThat(page.locator("#events .data").first()).hasText("after");
            assertThat(page.locator("#events .mark")).hasText(Pattern.compile(".*Connected again\\."));
            assertThat(page.locator("#history")).hasText("Connected again 1 time, 1 gap: some events were missed.");
        }
    }

    /** If this fails, check the status of the refused stream. After some statuses, a browser never reconnects. */
    @Test
    default void e10_aPageThatIsRefusedComesBack() {
        String few = "127.0.7.1";
        try (CuttingProxy proxy = new CuttingProxy(server(), few);
                Connection one = server().connect(few).send("GET", "/events");
                Connection other = server().connect(few).send("GET", "/events")) {
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 2);
            try (Page page = CHROMIUM.open(proxy.port());
                    PublishingClient publisher = new PublishingClient(server())) {
                BrowserPart.state(page, "connecting again");
                one.reset();
                other.reset();
                BrowserPart.live(page);
                Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 1);
                BrowserPart.shows(page, publisher.texts(0, 3, ""));
            }
        }
    }

    private void picture(Page page) {
        String model = getClass().getSimpleName().toLowerCase(Locale.ROOT);
        Path path = Path.of("target", "page-" + model + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(path).setFullPage(true));
    }
}
