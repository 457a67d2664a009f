/**
 * Serves each request on one thread, virtual or pooled, as Spring MVC's reference documentation shows. A controller
 * method blocks until it can answer. It then writes to the response's stream or returns the answer.
 */
@NullMarked
package dev.weir.servlet.idiomatic.blocking;

import org.jspecify.annotations.NullMarked;
