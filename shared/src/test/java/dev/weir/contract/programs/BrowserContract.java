package dev.weir.contract.programs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.TestLink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Tests folders and downloads of the page at {@code /} in a browser (rules D01, D03, D13, D14, D16). */
public interface BrowserContract extends BrowserPart {
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
            page.getByRole(AriaRole.LINK, BrowserPart.named("sub/")).click();
            page.getByRole(AriaRole.LINK, BrowserPart.named("deep/")).click();
            assertThat(links).hasText(new String[] {"text.txt"});
            assertThat(page.locator("#path a")).hasText(new String[] {"Files", "sub", "deep"});
            assertThat(page.locator("#path [aria-current]")).isFocused(); // the link that had the focus is gone
            page.goBack();
            assertThat(links).hasText(new String[] {"deep/"});
            assertThat(page).hasTitle("sub \u2013 Weir");
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
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("View sound.wav")).click();
            assertThat(page.locator("#viewer audio").evaluate(play)).isEqualTo(20);
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Close")).click();
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

    private static Download click(Page page, String name) {
        Locator link = page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
        return page.waitForDownload(link::click);
    }
}
