/**
 * Contains the models as Spring MVC's reference documentation shows them, for comparison: {@code async} and {@code
 * blocking}. They share the throttle, the event log and the SOAP gateway with the tuned models. They use no class of
 * Tomcat.
 */
@NullMarked
package dev.weir.servlet.idiomatic;

import org.jspecify.annotations.NullMarked;
