/**
 * Serves each request on one thread in the style of Spring MVC's reference documentation. The thread is virtual or
 * belongs to a pool.
 */
@NullMarked
package dev.weir.servlet.idiomatic.blocking;

import org.jspecify.annotations.NullMarked;
