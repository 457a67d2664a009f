/**
 * Waits with the request's thread, virtual or pooled, as Spring MVC's reference documentation shows for a controller
 * method. The method waits, and then writes to the response's stream or returns the answer.
 */
@NullMarked
package dev.weir.servlet.idiomatic.blocking;

import org.jspecify.annotations.NullMarked;
