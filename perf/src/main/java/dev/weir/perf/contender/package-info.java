/**
 * The servers that a run compares: Weir with each of its threading models, other software, and servers with a planted
 * fault. Two of the others start from perf.jar on a plain Tomcat: an article's servlet, and Spring-WS, which verifies,
 * decrypts and signs the same messages with the same algorithms and keys as Weir. Spring-WS has no replay cache, and
 * checks neither which parts of a message are signed nor the schema.
 */
@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
