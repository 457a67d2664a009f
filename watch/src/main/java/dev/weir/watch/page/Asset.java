package dev.weir.watch.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file of the web page, such as a script. All files are in memory. */
@SuppressWarnings("ArrayRecordComponent") // the array is never compared and never written to
record Asset(String type, byte[] bytes) {
    private static final String CHARTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
    private static final String SCRIPT = "text/javascript;charset=UTF-8";
    private static final String STYLE = "text/css;charset=UTF-8";

    /** Returns all files of the page by URL path. */
    static Map<String, Asset> all(PageKind page) {
        Map<String, Asset> all = new HashMap<>();
        all.put("/", html(page));
        for (String name : new String[] {"live.js", "run.js", "page.js"}) {
            all.put("/" + name, read(SCRIPT, name));
        }
        all.put("/page.css", read(STYLE, "page.css"));
        all.put("/uPlot.js", read(SCRIPT, CHARTS + "uPlot.iife.min.js"));
        all.put("/uPlot.css", read(STYLE, CHARTS + "uPlot.min.css"));
        return Map.copyOf(all);
    }

    /** Returns the HTML of a page: the frame that all pages share, filled with the content of this page. */
    private static Asset html(PageKind page) {
        String html = read("", "frame.html")
                .text()
                .replace("{name}", page.file())
                .replace("{title}", page.title())
                .replace("{content}", read("", page.file() + ".html").text());
        return new Asset("text/html;charset=UTF-8", html.getBytes(StandardCharsets.UTF_8));
    }

    private String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Asset read(String type, String name) {
        try (InputStream in = Asset.class.getResourceAsStream(name)) {
            return new Asset(type, present(in, name).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream present(@Nullable InputStream in, String name) throws IOException {
        if (in == null) {
            throw new IOException("this program lacks the file " + name);
        }
        return in;
    }
}
