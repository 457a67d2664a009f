/**
 * Starts the servers under test, each in processes of its own. Measures them from outside, since measuring must not
 * load them. Reads the kernel's files and clocks. Only the count of allocated bytes needs a remote call (JMX).
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
