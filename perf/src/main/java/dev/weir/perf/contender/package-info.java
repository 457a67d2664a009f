/**
 * Who is measured: the models, their peers, and the same with a fault planted on purpose.
 *
 * <p>Two peers are started from perf.jar, each in a JVM of its own on a plain Tomcat. Spring-WS with its own security
 * interceptor, put together as its documentation does it, verifies, decrypts and signs the same messages with the same
 * algorithms and keys as Weir, and does less beside that: no replay cache, no look at what was signed or encrypted, no
 * schema. The other is the servlet of an article that sleeps until there may be an event.
 */
@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
