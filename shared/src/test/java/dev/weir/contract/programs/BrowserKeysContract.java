package dev.weir.contract.programs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.weir.contract.server.SuiteSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the page at {@code /} with an API key, and after the user changes the key (rules D01, D13, D14, D16). */
public interface BrowserKeysContract extends BrowserPart {
    /** If this fails, check that the page reads the header field RateLimit-Policy, and that Cancel ends a download. */
    @Test
    default void d14_aDownloadShowsItsRateAndThePlan() {
        try (Page page = CHROMIUM.open(server().port())) {
            BrowserPart.use(page, SuiteSettings.SLOW_KEY);
            assertThat(page.locator("#plan-name")).hasText("slow");
            assertThat(page.locator("#plan-rate")).hasText("40 KiB/s");
            assertThat(page.locator("#plan-left")).hasText(Pattern.compile("\\d.* (Ki)?B"));
            page.getByRole(AriaRole.LINK, BrowserPart.named("data.bin")).click();
            assertThat(page.locator("#downloads .rate"))
                    .hasText(Pattern.compile("[1-9].*/s of 40 KiB/s, .* of 1\\.0 MiB, .* left"));
            assertThat(page.locator("#plan-used")).hasText(Pattern.compile("[1-9].*/s"));
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Cancel data.bin"))
                    .click();
            assertThat(page.locator("#downloads-section")).isHidden();
            assertThat(page.locator("#path [aria-current]")).isFocused();
            assertThat(page.locator("#plan-used")).hasText("0 B/s");
            everyDownloadHasEnded();
            BrowserPart.use(page, "unknown");
            assertThat(page.locator("#plan-name")).hasText("\u2013");
        }
    }

    /** If this fails, check which key the page sends when it asks for the plan of a running download. */
    @Test
    default void d14_aDownloadKeepsItsPlanWhenThePageGetsAnotherKey() {
        try (Page page = CHROMIUM.open(server().port())) {
            BrowserPart.use(page, SuiteSettings.SLOW_KEY);
            page.getByRole(AriaRole.LINK, BrowserPart.named("data.bin")).click();
            Locator rate = page.locator("#downloads .rate");
            assertThat(rate).hasText(Pattern.compile(".* of 40 KiB/s, .*"));
            BrowserPart.use(page, SuiteSettings.FAST_KEY);
            assertThat(page.locator("#plan-name")).hasText("unlimited");
            assertThat(page.locator("#plan-used")).hasText("0 B/s");
            for (int asked = 0; asked < 2; asked++) { // the first may have begun with the key before
                Response plan = page.waitForResponse(
                        response -> response.request().method().equals("HEAD"), () -> {});
                assertThat(plan.request().headerValue("x-api-key")).isEqualTo(SuiteSettings.SLOW_KEY);
            }
            String shown = rate.textContent();
            assertThat(rate).not().hasText(shown); // the page has taken the response
            assertThat(rate).hasText(Pattern.compile(".* of 40 KiB/s, .*"));
            assertThat(page.locator("#plan-name")).hasText("unlimited");
            assertThat(page.locator("#plan-used")).hasText("0 B/s");
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Cancel data.bin"))
                    .click();
            everyDownloadHasEnded();
        }
    }

    @Test
    default void d16_aDownloadThatWasCutGoesOnWithItsKey() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Page page = CHROMIUM.open(proxy.port())) {
            BrowserPart.use(page, SuiteSettings.SLOW_KEY);
            page.getByRole(AriaRole.LINK, BrowserPart.named("data.bin")).click();
            assertThat(page.locator("#downloads .rate")).hasText(Pattern.compile(".* of 40 KiB/s, .*"));
            BrowserPart.use(page, SuiteSettings.FAST_KEY);
            Request rest = page.waitForRequest(request -> request.headers().containsKey("range"), proxy::cut);
            assertThat(rest.headerValue("x-api-key")).isEqualTo(SuiteSettings.SLOW_KEY);
            page.getByRole(AriaRole.BUTTON, BrowserPart.named("Cancel data.bin"))
                    .click();
            everyDownloadHasEnded();
        }
    }

    /** If this fails, check that the page requests the list of files again until the server answers. */
    @Test
    default void d13_aListThatFailedComesWhenTheServerIsBack() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Page page = CHROMIUM.open(proxy.port())) {
            BrowserPart.live(page);
            page.context().setOffline(true);
            proxy.cut();
            BrowserPart.state(page, "connecting again");
            BrowserPart.use(page, SuiteSettings.SLOW_KEY);
            assertThat(page.locator("#more")).hasText("The folder cannot be listed: The server cannot be reached");
            assertThat(page.locator("#plan-name")).hasText("\u2013");
            page.context().setOffline(false);
            assertThat(page.locator("#plan-name")).hasText("slow", BrowserPart.PATIENT);
            assertThat(page.locator("#files a").first()).hasText("sub/");
        }
    }

    /**
     * The page must request the list of files again after an answer with status 503, but not after 404. It must show an
     * error text only once, even if it gets the same error twice. Otherwise a screen reader would repeat the text.
     */
    @Test
    default void d13_aListIsAskedForAgainWhileTheServerIsBusy() {
        AtomicInteger asked = new AtomicInteger();
        try (Page page = CHROMIUM.open(server().port())) {
            BrowserPart.live(page);
            assertThat(page.locator("#more")).hasText(Pattern.compile(".* files?, .*"), BrowserPart.PATIENT);
            page.route("**/files/", route -> {
                int status = asked.incrementAndGet() < 3 ? 503 : 404;
                route.fulfill(
                        new Route.FulfillOptions().setStatus(status).setBody("{\"title\":\"Busy " + status + "\"}"));
            });
            page.evaluate("window.changes = []; new MutationObserver(() => changes.push(document.getElementById('more')"
                    + ".textContent)).observe(document.getElementById('more'), {childList: true})");
            BrowserPart.use(page, SuiteSettings.SLOW_KEY);
            assertThat(page.locator("#more")).hasText("The folder cannot be listed: Busy 404", BrowserPart.PATIENT);
            assertThat(asked).hasValue(3);
            assertThat(page.evaluate("changes"))
                    .isEqualTo(List.of(
                            "Listing",
                            "The folder cannot be listed: Busy 503",
                            "The folder cannot be listed: Busy 404"));
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
            BrowserPart.use(page, "\u043a\u043b\u044e\u0447");
            assertThat(page.locator("#key:invalid")).hasCount(1);
            BrowserPart.live(page);
            BrowserPart.use(page, SuiteSettings.FAST_KEY);
            page.getByRole(AriaRole.LINK, BrowserPart.named("long.bin")).click();
            assertThat(page.locator("#downloads .rate")).hasText(Pattern.compile("Files over 1\\.0 GiB need .*"));
        } finally {
            Files.delete(file);
        }
    }
}
