/**
 * The contenders of a comparison: the models, their peers, and contenders with a planted fault.
 *
 * <p>Two peers start from perf.jar, each in a JVM of its own on a plain Tomcat. One is Spring-WS with its own
 * security interceptor, configured as its documentation shows. It verifies, decrypts and signs the same messages
 * with the same algorithms and keys as Weir. It has no replay cache, and checks neither the signed and encrypted
 * parts nor the schema. The other peer is the servlet of an article, which sleeps until there may be an event.
 */
@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
