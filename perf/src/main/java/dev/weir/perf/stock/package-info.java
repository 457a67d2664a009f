/**
 * The peer in SOAP calls: Spring-WS with its own security interceptor, put together as its documentation does it.
 *
 * <p>It runs in a JVM of its own, from perf.jar. It verifies, decrypts and signs the same messages with the same algorithms
 * and keys as Weir, and does less beside that: no replay cache, no look at what was signed or encrypted, no schema.
 */
@NullMarked
package dev.weir.perf.stock;

import org.jspecify.annotations.NullMarked;
