/**
 * The servers under test, in processes of their own, and what is known of them from outside.
 *
 * <p>Who measures must not be measured: what the kernel counts is read from its files and clocks, at the reader's
 * expense. Only the allocated bytes need the server's help, one remote call at an edge. What needs more, collections,
 * native memory, flags and limits, is asked before and after a window.
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
