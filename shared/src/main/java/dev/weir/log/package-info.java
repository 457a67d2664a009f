/**
 * Protects the log against clients. It limits the number of lines that a client can cause, and escapes the characters with
 * which a client could forge a line.
 *
 * <p>Both happen between the loggers and the appenders, because most of these lines come from libraries. A check at each
 * log call could be forgotten. An escape in the log pattern would be lost if the operator set another pattern.
 */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
