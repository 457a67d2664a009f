package dev.weir.servlet.tuned.tomcat;

import dev.weir.access.AccessEntry;
import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import dev.weir.config.WeirProperties;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.springframework.stereotype.Component;

/** Creates a {@link Wire}, which sends a file, for each response. All wires share one pool of buffers. Thread-safe. */
@Component
public final class Wires {
    private final Buffers buffers = new Buffers();
    /** Whether content may bypass Tomcat's output stream over HTTP/1.1. */
    private final boolean fileRegions;

    Wires(WeirProperties properties) {
        this.fileRegions = properties.tuning().fileRegions();
    }

    /**
     * Creates the wire that sends {@code content} of {@code file} as the response's body.
     *
     * @throws IOException when the client has left
     */
    public Wire open(ServletRequest request, ServletResponse response, OpenFile file, Content content)
            throws IOException {
        LongConsumer passed =
                request.getAttribute(AccessEntry.NAME) instanceof AccessEntry entry ? entry::sent : _ -> {};
        return new Wire(request, response.getOutputStream(), file, content, buffers, fileRegions, passed);
    }
}
