/**
 * Starts the servers under test, each in its own processes, and measures them from outside. During a measurement, it
 * reads only the kernel's files and clocks, so the servers spend no CPU time on it. At other times, it also uses JMX.
 */
@NullMarked
package dev.weir.perf.server;

import org.jspecify.annotations.NullMarked;
