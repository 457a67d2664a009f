package dev.weir.servlet.web;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Imports the Spring beans that all threading models share, such as controllers and filters. */
@Configuration(proxyBeanMethods = false)
@Import({
    ErrorRoute.class,
    ListingController.class,
    ListingWriter.class,
    DescriptionController.class,
    FolderPaths.class,
    Origins.class,
    ProblemAdvice.class,
    PublishController.class,
    RefusalResolver.class,
    RequestBodies.class,
    SecurityFilter.class,
    SoapBodies.class
})
public class WebConfiguration {}
