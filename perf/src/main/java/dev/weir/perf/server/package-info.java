/**
 * Starts the servers under test, each in processes of its own, and measures them from outside, since measuring must not
 * load them. The load generator's process reads the kernel's files and clocks; only allocated bytes take a remote call.
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
