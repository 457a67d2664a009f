package dev.weir.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The HTML page at {@code /}. It lists the files and shows live events. */
@RestController
public final class Page {
    public static final String PATH = "/";

    private final byte[] html;
    private final byte[] style;
    private final String policy;

    /** Reads the page into memory, so that no request waits for the disk. */
    public Page() throws IOException {
        html = read("index.html");
        style = read("style.css");
        policy = "default-src 'none'; connect-src 'self'; img-src data:; script-src " + hash("script") + "; style-src "
                + hash("style") + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
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

    /** Returns the style of the lists of folders. */
    @GetMapping(path = "/page/style.css", produces = "text/css;charset=UTF-8")
    byte[] style() {
        return style;
    }

    /** Returns the Content-Security-Policy of the page. It permits only the script and style inside the page. */
    public String policy() {
        return policy;
    }

    private String hash(String element) {
        String text = new String(html, StandardCharsets.UTF_8);
        int begin = text.indexOf("<" + element + ">") + element.length() + 2;
        String content = text.substring(begin, text.indexOf("</" + element + ">"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
