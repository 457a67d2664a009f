/**
 * Protects the log against clients. Limits how many log lines clients can cause, and escapes characters that could
 * forge a log line.
 *
 * <p>The limit and the escapes work inside Logback, so they also apply to the lines of libraries. Checks at each log
 * call were rejected, because a developer could forget a check. Escapes in the log pattern were rejected, because
 * operators may change the pattern.
 */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
