package dev.weir.perf.clients;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Chromium without a screen, a browser for each download.
 *
 * <p>A connection that ends early it resumes by itself, a few times; after a reset it waits for its user, who presses
 * Resume on the page of downloads: that is what is done here, as that page is there without a screen too. A connection cut
 * before the header is an error page: its user loads it again.
 */
record Chromium(WebDriver driver) implements Client {
    private static final String DOWNLOADS = "chrome://downloads/";
    /** Presses Resume where the menu offers it; tells how many downloads are listed, and how many were resumed. */
    private static final String RESUME = """
            const page = document.querySelector('downloads-manager');
            const items = page && page.shadowRoot ? [...page.shadowRoot.querySelectorAll('downloads-item')] : [];
            const broken = items.filter(item => item.data && item.data.resume);
            broken.forEach(item => item.shadowRoot.querySelector('#pause-or-resume').click());
            return {listed: items.length, resumed: broken.length};
            """;

    private static final long LOOK_MILLIS = 500;
    /** As long as a user looks at an error page. */
    private static final int LOOKS_BEFORE_RELOAD = 4;

    @Override
    public ClientType type() {
        return ClientType.CHROMIUM;
    }

    @Override
    public String command() {
        return "chromium --headless=new URL, by chromedriver; Resume on its page of downloads";
    }

    @Override
    public int download(URI uri, Path folder, Path log, Duration patience) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        int asked = 0;
        try (WebDriver.Window window = driver.new Window(folder)) {
            window.open(DOWNLOADS);
            boolean listed = false;
            for (int look = 0; !isDone(folder); look++) {
                if (System.nanoTime() - deadlineNanos > 0) {
                    throw new IOException("not done after " + patience.toSeconds() + " s, asked " + asked + " times");
                }
                if (!listed && look % LOOKS_BEFORE_RELOAD == 0) {
                    asked++;
                    say(log, "load");
                    // In a tab of its own: a download closes it, an error page stays there.
                    var _ = window.run("window.open('" + uri + "')");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                JsonNode page = window.run(RESUME);
                listed = page.path("listed").asInt() > 0;
                if (page.path("resumed").asInt() > 0) {
                    asked++;
                    say(log, "resume");
                }
            }
        }
        return asked;
    }

    private static void say(Path log, String line) throws IOException {
        Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** What is not complete has another name. */
    private static boolean isDone(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            return !names.isEmpty()
                    && names.stream().noneMatch(name -> name.endsWith(".crdownload") || name.startsWith("."));
        }
    }
}
