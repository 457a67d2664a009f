/**
 * Starts the servers under test, each in processes of its own, and measures them from outside.
 *
 * <p>Measuring must not load the measured server. So the load generator's process reads the kernel's files and clocks.
 * Only the allocated bytes take a remote call, at the start and the end of the measured window. Native memory, JVM
 * flags and limits are read outside of windows.
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
