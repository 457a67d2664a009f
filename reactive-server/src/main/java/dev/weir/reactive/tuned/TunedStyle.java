package dev.weir.reactive.tuned;

import dev.weir.reactive.tuned.netty.AsciiFields;
import dev.weir.reactive.tuned.netty.BodyWriter;
import dev.weir.reactive.tuned.netty.EventFeeds;
import dev.weir.reactive.tuned.netty.ListingWriter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Imports the default controllers, which bypass WebFlux and Reactor Netty where benchmarks showed a gain. */
@Configuration(proxyBeanMethods = false)
@Import({
    AsciiFields.class,
    BodyWriter.class,
    CatalogFiles.class,
    DirectCalls.class,
    DownloadController.class,
    EventController.class,
    EventFeeds.class,
    ListingController.class,
    ListingWriter.class
})
public class TunedStyle {}
