/**
 * What strangers can make the server log: a bounded number of lines, none of which looks like another.
 *
 * <p>In one place, in front of every appender and behind every logger, since most such lines are a library's. At each call
 * it would be forgotten, and a pattern of the operator's own would undo what a pattern escapes.
 */
@NullMarked
package dev.weir.log;

import org.jspecify.annotations.NullMarked;
