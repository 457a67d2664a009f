/**
 * Whom Weir is compared with on a plain Tomcat: Spring-WS with its own security interceptor, put together as its documentation
 * does it; and the servlet of an article that sleeps until there may be an event.
 *
 * <p>Each runs in a JVM of its own, from perf.jar. Spring-WS verifies, decrypts and signs the same messages with the same algorithms
 * and keys as Weir, and does less beside that: no replay cache, no look at what was signed or encrypted, no schema.
 */
@NullMarked
package dev.weir.perf.stock;

import org.jspecify.annotations.NullMarked;
