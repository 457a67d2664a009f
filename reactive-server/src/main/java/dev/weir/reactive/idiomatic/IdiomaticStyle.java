package dev.weir.reactive.idiomatic;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Imports the controllers that use WebFlux as Spring's reference documentation shows. */
@Configuration(proxyBeanMethods = false)
@Import({
    BodyWriter.class,
    DownloadController.class,
    EventController.class,
    EventFeeds.class,
    ExchangeResourcesFilter.class,
    ListingController.class,
    ListingWriter.class,
    PlainCalls.class
})
public class IdiomaticStyle {}
