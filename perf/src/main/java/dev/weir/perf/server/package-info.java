/**
 * The servers under test, in processes of their own, and their observation from outside.
 *
 * <p>A measurement must not load the measured server. So the generator reads the kernel's files and clocks, at its own
 * expense. Only the allocated bytes need the server's help, in one remote call at an edge of a window. Everything else,
 * like native memory, flags and limits, is read before and after a window.
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
