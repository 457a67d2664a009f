/**
 * Protects the log against attacks by clients. Limits the number of lines that a client can cause. Escapes the
 * characters with which a client could forge a line.
 *
 * <p>The limit and the escapes are applied between the loggers and the appenders, because libraries write most of these
 * lines. A check at each log call could be forgotten. An escape in the log pattern would be lost if the operator set
 * another pattern.
 */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
