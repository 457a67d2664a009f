/**
 * Serves each request on one thread, as Spring MVC's reference documentation shows. The thread is virtual or belongs to
 * a pool.
 */
@NullMarked
package dev.weir.servlet.idiomatic.blocking;

import org.jspecify.annotations.NullMarked;
