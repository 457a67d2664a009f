/**
 * The servers that a run compares: Weir with each of its threading models, other software, and servers with a planted
 * fault. An article's servlet and Spring-WS run from perf.jar on a plain Tomcat. Spring-WS verifies, decrypts and signs
 * the same messages with the same algorithms and keys as Weir. Spring-WS has no replay cache. It checks neither which
 * parts of a message are signed nor the schema.
 */
@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
