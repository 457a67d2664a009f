/**
 * Limits what strangers can make the server log: a bounded number of lines, and no line that can imitate another.
 *
 * <p>This happens in one place, between all loggers and all appenders, since most such lines come from libraries. A
 * check at each log call would be forgotten somewhere. Escapes in a log pattern would be lost if the operator set
 * another pattern.
 */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
