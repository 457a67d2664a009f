package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import dev.weir.config.WeirProperties;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** Creates a {@link Wire} for the body of each response. All wires share one pool of buffers. Thread-safe. */
@Component
public final class Wires {
    private final Buffers buffers = new Buffers();
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
        return new Wire(request, response, file, content, buffers, fileRegions);
    }
}
