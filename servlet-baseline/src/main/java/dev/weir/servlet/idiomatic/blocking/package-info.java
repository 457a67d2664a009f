/**
 * Serves each request on one thread, as Spring MVC's reference documentation shows. The thread is virtual or belongs to
 * a pool. A controller method blocks until it can answer. It then writes to the response's stream or returns the
 * answer.
 */
@NullMarked
package dev.weir.servlet.idiomatic.blocking;

import org.jspecify.annotations.NullMarked;
