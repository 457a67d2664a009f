package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The installed Chromium without a screen, for as long as a test class runs; Playwright steers it. */
final class Chromium implements BeforeAllCallback, AfterAllCallback {
    private static final Path PATH = Path.of("/usr/bin/chromium");

    private @Nullable Playwright playwright;
    private @Nullable Browser browser;

    @Override
    public void beforeAll(ExtensionContext test) {
        assertThat(PATH).as("Chromium: apt-get install chromium").isExecutable();
        Map<String, String> environment = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        // Without its sandbox, which it cannot have as root.
        browser = playwright
                .chromium()
                .launch(new LaunchOptions().setExecutablePath(PATH).setChromiumSandbox(false));
    }

    @Override
    public void afterAll(ExtensionContext test) {
        if (playwright != null) {
            playwright.close(); // and what it has launched
        }
    }

    /** The page at {@code /}, as a visitor sees it who was never there. */
    Page open(int port) {
        Page page = Objects.requireNonNull(browser, "not started").newPage();
        page.navigate("http://127.0.0.1:" + port + "/");
        return page;
    }
}
