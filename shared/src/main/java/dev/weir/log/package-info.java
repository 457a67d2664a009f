/**
 * Protects the log against clients. Limits the lines that they can cause, and escapes characters that could forge a
 * line.
 *
 * <p>Both protections work inside Logback, so they also cover the lines of libraries. A check at each log call could be
 * forgotten. Escaping in the log pattern would be lost if the operator sets another pattern.
 */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
