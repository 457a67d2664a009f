/**
 * Protects the log against clients: limits the lines that they can cause, and escapes the characters that could forge
 * a line.
 *
 * <p>Both apply between loggers and appenders, because libraries write most of these lines. A check at each log call
 * could be forgotten. An escape in the log pattern would be lost if the operator sets another pattern.
 */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
