/**
 * Answers with Spring MVC whatever all models answer alike: refusals, the listing, published events. Also reads what all
 * models read alike: fields, bodies, SOAP messages.
 *
 * <p>It knows no model, and calls Tomcat's connector and container only through {@code connector.exchange}.
 */
@NullMarked
package dev.weir.servlet.web;

import org.jspecify.annotations.NullMarked;
