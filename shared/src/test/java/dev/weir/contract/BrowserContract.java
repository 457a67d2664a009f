package dev.weir.contract;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

/** Tests the page at {@code /} in a browser (rules D01, D03, D13, D14, D16, E01, E03, E04, E10, P01). */
public interface BrowserContract extends ContractPart {
    @RegisterExtension
    Chromium CHROMIUM = new Chromium();

    HasTextOptions PATIENT = new HasTextOptions().setTimeout(15_000); // the page waits before it reconnects

    @Test
    default void d13_thePageShowsFolders() {
        List<String> names = JsonMapper.shared()
                .readTree(server().get("/files/").text())
                .valueStream()
                .map(entry -> entry.get("name").asString())
                .sorted(Comparator.comparing((String name) -> !name.endsWith("/"))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        assertThat(names).startsWith("sub/").contains("data.bin", SuiteFiles.ODD_NAME);
        try (Page page = CHROMIUM.open(server().port())) {
            Locator links = page.locator("#files a");
            assertThat(links).hasText(names.toArray(String[]::new));
            assertThat(page.locator("#files tr", new Page.LocatorOptions().setHasText("data.bin")))
                    .containsText("1.0 MiB");
            page.locator("[data-by=length]").click();
            page.locator("[data-by=length]").click();
            assertThat(links.nth(1)).hasText("large.bin");
            page.getByLabel("Filter").fill("SUB");
            assertThat(links).hasText(new String[] {"sub/"});
            page.getByLabel("Filter").fill("");
            page.getByRole(AriaRole.LINK, named("sub/")).click();
            page.getByRole(AriaRole.LINK, named("deep/")).click();
            assertThat(links).hasText(new String[] {"text.txt"});
            assertThat(page.locator("#path a")).hasText(new String[] {"Files", "sub", "deep"});
            assertThat(page.locator("#path [aria-current]")).isFocused(); // the link that had the focus is gone
            page.goBack();
            assertThat(links).hasText(new String[] {"deep/"});
            assertThat(page).hasTitle("sub \u2013 Weir");
        }
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    /** If this fails, check that the page reads the header field RateLimit-Policy, and that Cancel ends a download. */
    @Test
    default void d14_aDownloadShowsItsRateAndThePlan() {
        try (Page page = CHROMIUM.open(server().port())) {
            page.getByLabel("Key").fill(SuiteSettings.SLOW_KEY);
            page.getByRole(AriaRole.BUTTON, named("Use")).click();
            assertThat(page.locator("#plan-name")).hasText("slow");
            assertThat(page.locator("#plan-rate")).hasText("40 KiB/s");
            assertThat(page.locator("#plan-left")).hasText(Pattern.compile("\\d.* (Ki)?B"));
            page.getByRole(AriaRole.LINK, named("data.bin")).click();
            assertThat(page.locator("#downloads .rate"))
                    .hasText(Pattern.compile("[1-9].*/s of 40 KiB/s, .* of 1\\.0 MiB, .* left"));
            assertThat(page.locator("#plan-used")).hasText(Pattern.compile("[1-9].*/s"));
            page.getByRole(AriaRole.BUTTON, named("Cancel data.bin")).click();
            assertThat(page.locator("#downloads-section")).isHidden();
            assertThat(page.locator("#path [aria-current]")).isFocused();
            assertThat(page.locator("#plan-used")).hasText("0 B/s");
            everyDownloadHasEnded();
            page.getByLabel("Key").fill("unknown");
            page.getByRole(AriaRole.BUTTON, named("Use")).click();
            assertThat(page.locator("#plan-name")).hasText("\u2013");
        }
    }

    @Test
    default void p01_thePagePublishesWithAKeyAndShowsTheType() {
        try (Page page = CHROMIUM.open(server().port())) {
            live(page);
            page.getByLabel("Data").fill("two\nlines");
            page.getByRole(AriaRole.BUTTON, named("Publish")).click();
            assertThat(page.locator("#published")).hasText("Publishing needs a key");
            page.getByLabel("Key").fill(SuiteSettings.GUEST_KEY);
            page.getByRole(AriaRole.BUTTON, named("Use")).click();
            page.getByLabel("Topics").fill("open, free");
            page.getByRole(AriaRole.BUTTON, named("Follow")).click();
            live(page);
            page.getByLabel("Topic", new Page.GetByLabelOptions().setExact(true))
                    .fill("open");
            page.getByLabel("Type").fill("greeting");
            page.getByRole(AriaRole.BUTTON, named("Publish")).click();
            assertThat(page.locator("#published")).hasText(Pattern.compile("Published as .*-\\d+"));
            assertThat(page.locator("#events .type")).hasText(new String[] {"greeting"});
            assertThat(page.locator("#events .data")).hasText(new String[] {"two lines"});
        }
    }

    /** If this fails, check the media type, the ranges, and the Content-Security-Policy of the page and of the file. */
    @Test
    default void d03_aSoundPlaysAndSeeksInThePageAndByALink() throws IOException {
        Path file = Files.write(server().files().root().resolve("sound.wav"), wave(20));
        String play = """
                sound => new Promise((yes, no) => {
                    setTimeout(() => no(new Error("it does not play: " + sound.readyState)), 15_000);
                    sound.muted = true; // else a browser would wait for a click
                    sound.play().catch(no);
                    sound.onseeked = () => sound.ontimeupdate = () =>
                        sound.currentTime > 17.1 && yes(Math.floor(sound.duration));
                    sound.currentTime = 17;
                })""";
        try (Page page = CHROMIUM.open(server().port())) {
            page.getByRole(AriaRole.BUTTON, named("View sound.wav")).click();
            assertThat(page.locator("#viewer audio").evaluate(play)).isEqualTo(20);
            page.getByRole(AriaRole.BUTTON, named("Close")).click();
            String link = TestLink.of("/files/sound.wav?inline", "&plan=fast");
            page.navigate("http://127.0.0.1:" + server().port() + link);
            assertThat(page.locator("video").evaluate(play)).isEqualTo(20);
        } finally {
            Files.delete(file);
        }
    }

    /** Returns a WAV file of silence, with 8,000 samples per second and 8 bits per sample. */
    private static byte[] wave(int seconds) {
        int samples = seconds * 8_000;
        return ByteBuffer.allocate(44 + samples)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes(StandardCharsets.US_ASCII))
                .putInt(36 + samples)
                .put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII))
                .putInt(16)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(8_000)
                .putInt(8_000)
                .putShort((short) 1)
                .putShort((short) 8)
                .put("data".getBytes(StandardCharsets.US_ASCII))
                .putInt(samples)
                .array();
    }

    /** If this fails, check that the page inserts the data of events as text, never as HTML. */
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

    /** A proxy closes the connection before the file is complete. The browser must resume the download by itself. */
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

    /**
     * A proxy cuts a download that the page has begun. The page's first request for the rest is answered with 503.
     *
     * <p>If this fails, check the range that the page asks for. Also check that the page waits after the 503, and that
     * it joins the parts.
     */
    @Test
    default void d16_aDownloadOfThePageGoesOnAfterACut() throws IOException {
        AtomicBoolean busy = new AtomicBoolean(true);
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1", () -> 600_000, false);
                Page page = CHROMIUM.open(proxy.port())) {
            page.route("**/data.bin", route -> {
                if (route.request().headers().containsKey("range") && busy.getAndSet(false)) {
                    route.fulfill(new Route.FulfillOptions()
                            .setStatus(503)
                            .setHeaders(Map.of("Retry-After", "1"))
                            .setBody("{}"));
                } else {
                    route.resume();
                }
            });
            assertThat(click(page, "data.bin").path())
                    .hasBinaryContent(server().files().data());
            assertThat(page.locator("#downloads .rate")).hasText("Done: 1.0 MiB");
            assertThat(proxy.connections()).isGreaterThan(2);
            assertThat(busy).isFalse();
        }
    }

    /** If this fails, check that the page rejects a key that is not Latin-1, and a file over 1 GiB if a key is used. */
    @Test
    default void d01_aLongFileWithAKeyIsNotKeptInMemory() throws IOException {
        Path file = server().files().root().resolve("long.bin");
        try (RandomAccessFile empty = new RandomAccessFile(file.toFile(), "rw")) {
            empty.setLength((1L << 30) + 1); // takes no room on the disk
        }
        try (Page page = CHROMIUM.open(server().port())) {
            page.getByLabel("Key").fill("\u043a\u043b\u044e\u0447");
            page.getByRole(AriaRole.BUTTON, named("Use")).click();
            assertThat(page.locator("#key:invalid")).hasCount(1);
            live(page);
            page.getByLabel("Key").fill(SuiteSettings.FAST_KEY);
            page.getByRole(AriaRole.BUTTON, named("Use")).click();
            page.getByRole(AriaRole.LINK, named("long.bin")).click();
            assertThat(page.locator("#downloads .rate")).hasText(Pattern.compile("Files over 1\\.0 GiB need .*"));
        } finally {
            Files.delete(file);
        }
    }

    /** If this fails, check which {@code Last-Event-ID} the browser sends after a cut, and what the server answers. */
    @Test
    default void e03_aPageThatIsCutShowsEachEventOnce() {
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

    /** If this fails, check which id the page sends, and that it shows a {@code gap} event as a notice of loss. */
    @Test
    default void e04_aPageShowsThatItMissedEvents() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Page page = CHROMIUM.open(proxy.port());
                PublishingClient publisher = new PublishingClient(server())) {
            page.getByLabel("Topics").fill("quiet");
            page.getByRole(AriaRole.BUTTON, named("Follow")).click();
            live(page);
            shows(page, List.of(publisher.text("quiet", "before")));
            page.context().setOffline(true);
            proxy.cut();
            state(page, "connecting again");
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
        assertThat(page.locator("#state")).hasText(state, PATIENT);
    }

    /** Waits until the page shows exactly the events with these ids, newest first. */
    private static void shows(Page page, List<String> ids) {
        assertThat(page.locator("#events .id")).hasText(ids.reversed().toArray(String[]::new), PATIENT);
    }

    private void picture(Page page) {
        String model = getClass().getSimpleName().toLowerCase(Locale.ROOT);
        Path path = Path.of("target", "page-" + model + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(path).setFullPage(true));
    }
}
