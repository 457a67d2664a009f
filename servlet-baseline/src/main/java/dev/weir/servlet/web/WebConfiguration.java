package dev.weir.servlet.web;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What every model answers with. */
@Configuration(proxyBeanMethods = false)
@Import({
    ErrorRoute.class,
    ListingController.class,
    DescriptionController.class,
    Origins.class,
    ProblemAdvice.class,
    PublishController.class,
    RefusalResolver.class,
    RequestBodies.class,
    SecurityFilter.class,
    SoapBodies.class,
    SoapMessages.class,
    TraceRefusal.class
})
public class WebConfiguration {}
