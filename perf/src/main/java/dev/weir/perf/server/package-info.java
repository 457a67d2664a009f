/**
 * Starts the servers under test, each in its own processes, and measures them from outside. During a measurement, it
 * reads only the kernel's files and clocks, which uses no CPU in a server. Other readings use JMX.
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
