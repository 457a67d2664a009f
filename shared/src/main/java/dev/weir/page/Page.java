package dev.weir.page;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The page at {@code /}: the files to download and the events as they come, the same on both servers. */
@RestController
public final class Page {
    private final byte[] html;

    /** Reads it, before anybody asks. */
    public Page() throws IOException {
        try (InputStream in = Page.class.getResourceAsStream("index.html")) {
            html = Objects.requireNonNull(in).readAllBytes();
        }
    }

    @GetMapping(path = "/", produces = "text/html;charset=UTF-8")
    byte[] page() {
        return html;
    }
}
