/**
 * The parts of the server that are the same in all models: refusals, the listing, publishing, and the reading of fields,
 * bodies and SOAP messages.
 *
 * <p>It knows no model, and calls Tomcat's connector and container only through {@code connector.exchange}.
 */
@NullMarked
package dev.weir.servlet.web;

import org.jspecify.annotations.NullMarked;
