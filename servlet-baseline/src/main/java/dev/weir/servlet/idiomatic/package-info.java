/**
 * The models as Spring MVC's reference documentation shows them, for comparison: {@code async} and {@code blocking}. They
 * share the throttle, the event log and the SOAP gateway with the tuned ones, and use neither Tomcat nor what goes past it.
 */
@NullMarked
package dev.weir.servlet.idiomatic;

import org.jspecify.annotations.NullMarked;
