/**
 * The servers that a run compares: Weir with each of its threading models, other software for the same tasks, and
 * servers with a planted fault.
 *
 * <p>Two servers of other software start from perf.jar, each in a JVM of its own on a plain Tomcat. One is Spring-WS
 * with its own security interceptor, configured as its documentation shows. It verifies, decrypts and signs the same
 * messages with the same algorithms and keys as Weir. It has no replay cache. It does not check which parts of a
 * message are signed and encrypted, and does not validate messages against the schema. The other is the blocking
 * servlet of an article about waiting for events. It sleeps for a random time instead of waiting for an event.
 */
@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
