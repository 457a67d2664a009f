/**
 * The servers under test, in processes of their own, and their observation from outside.
 *
 * <p>A measurement must not load the measured server. So the generator reads the kernel's files and clocks. Only
 * the allocated bytes take a remote call, at an edge of a window. Native memory, flags and limits are read outside
 * of windows.
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
