/**
 * Serves each request on one thread, which is virtual or belongs to Tomcat's pool. The code is the same for both kinds
 * of threads. Uses {@code tuned.tomcat}, which bypasses parts of Tomcat.
 */
@NullMarked
package dev.weir.servlet.tuned.blocking;

import org.jspecify.annotations.NullMarked;
