/**
 * Protects the log against clients. Limits the number of lines that clients can cause, and escapes characters that
 * could forge a line.
 *
 * <p>Both protections work inside Logback, so they also cover the lines of libraries. Checks at each log call were
 * rejected, because one could be forgotten. Escapes in the log pattern were rejected, because operators may change it.
 */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
