package dev.weir.reactive.web;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Imports the controllers, filters and other beans that the styles {@code tuned} and {@code idiomatic} share. */
@Configuration(proxyBeanMethods = false)
@Import({
    DateField.class,
    DescriptionController.class,
    FolderPaths.class,
    LaterMissingCheck.class,
    Origins.class,
    ProblemAdvice.class,
    PublishController.class,
    RefusalHandler.class,
    RequestBodies.class,
    RequestStart.class,
    SecurityFilter.class,
    SoapBodies.class,
    SoapController.class
})
public class WebConfiguration {}
