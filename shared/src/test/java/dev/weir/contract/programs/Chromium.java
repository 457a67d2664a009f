package dev.weir.contract.programs;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.CLI;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A headless Chromium or a related browser that runs during one test class. Tests use Playwright to control it. */
public final class Chromium implements BeforeAllCallback, AfterAllCallback {
    private @Nullable Playwright playwright;
    private @Nullable Browser browser;

    @Override
    public void beforeAll(ExtensionContext test) {
        // Without this setting, Playwright downloads three browsers when it starts.
        Map<String, String> environment = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        Playwright started = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        playwright = started;
        Path path = ExternalProgram.BROWSER.path(
                () -> downloaded(Path.of(started.chromium().executablePath())));
        // Chromium cannot start with a sandbox when it runs as root.
        browser = started.chromium()
                .launch(new LaunchOptions().setExecutablePath(path).setChromiumSandbox(false));
    }

    /** Downloads Playwright's Chromium unless {@code path} has it. Returns the path, or empty if the download fails. */
    private static Optional<Path> downloaded(Path path) {
        if (!Files.isExecutable(path)) {
            ExternalProgram.say("no browser is installed; downloading Playwright's Chromium");
            Path java = Path.of(System.getProperty("java.home"), "bin", "java");
            ExternalProgram.run(
                    java.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    CLI.class.getName(),
                    "install",
                    "chromium");
        }
        return Files.isExecutable(path) ? Optional.of(path) : Optional.empty();
    }

    @Override
    public void afterAll(ExtensionContext test) {
        if (playwright != null) {
            playwright.close(); // also closes the browser
        }
    }

    public Page open(int port) {
        Page page = Objects.requireNonNull(browser, "not started").newPage();
        page.navigate("http://127.0.0.1:" + port + "/");
        return page;
    }
}
