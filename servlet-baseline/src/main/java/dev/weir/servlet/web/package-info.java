/**
 * Contains the code that all models share: refusals, the listing, publishing, and the reading of fields, bodies and
 * SOAP messages. Calls Tomcat only through {@code connector.exchange}.
 */
@NullMarked
package dev.weir.servlet.web;

import org.jspecify.annotations.NullMarked;
