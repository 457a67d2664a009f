package dev.weir.page;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The HTML page at {@code /}, with its style and its scripts below {@code /page/}. It shows folders, downloads and live
 * events, and publishes events. All files of the page are in memory, so no request waits for the disk.
 *
 * <p>The page sends the client's key in a header field of each request, and forgets the key when the user closes the
 * page. A cookie was rejected, because a browser would send it with requests of other sites, too.
 */
@RestController
public final class Page {
    public static final String PATH = "/";

    /**
     * The Content-Security-Policy of the page. It lets the page load any file of this server as a script, even a served
     * file. This is safe, because the page shows names and events only as text. They cannot add a script to the page.
     */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'";

    private static final List<String> SCRIPTS = List.of(
            "api", "chart", "download", "events", "folder", "format", "frames", "main", "publish", "topics", "viewer");

    private final byte[] html;
    private final byte[] style;
    private final Map<String, byte[]> scripts = new HashMap<>();

    public Page() throws IOException {
        html = read("index.html");
        style = read("style.css");
        for (String script : SCRIPTS) {
            scripts.put(script, read(script + ".js"));
        }
    }

    private static byte[] read(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    @GetMapping(path = PATH, produces = "text/html;charset=UTF-8")
    byte[] page() {
        return html;
    }

    @GetMapping(path = "/page/style.css", produces = "text/css;charset=UTF-8")
    byte[] style() {
        return style;
    }

    @GetMapping(path = "/page/{name}.js", produces = "text/javascript;charset=UTF-8")
    byte[] script(@PathVariable("name") String name) {
        byte[] script = scripts.get(name);
        if (script == null) {
            throw new RefusedException(Problem.NOT_FOUND);
        }
        return script;
    }

    /** Returns the Content-Security-Policy of the page. */
    public String policy() {
        return POLICY;
    }
}
