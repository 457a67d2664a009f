package dev.weir.watch.page;

import java.util.Locale;

/** The pages that a {@link PageServer} can serve. */
public enum PageKind {
    LIVE("Servers as they run, on one scale"),
    RUN("A comparison");

    private final String title;

    PageKind(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Returns the name of the page's files, without the extension. */
    String file() {
        return name().toLowerCase(Locale.ROOT);
    }
}
