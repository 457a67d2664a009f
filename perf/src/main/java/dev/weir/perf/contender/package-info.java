/**
 * The contenders of a comparison: the models, their peers, and the same with a planted fault.
 *
 * <p>Two peers start from perf.jar, each in a JVM of its own on a plain Tomcat. One is Spring-WS with its own security
 * interceptor, configured as its documentation shows. It verifies, decrypts and signs the same messages with the same
 * algorithms and keys as Weir. It does less beside that: no replay cache, no check of the signed and encrypted parts, no
 * schema. The other is the servlet of an article, which sleeps until there may be an event.
 */
@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
