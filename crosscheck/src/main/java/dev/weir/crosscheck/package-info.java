/**
 * Tests of the load generator and of the measurement. They predict the latencies of a suspended server, compare with
 * other load generators, and plant faults that a run must find.
 */
@NullMarked
package dev.weir.crosscheck;

import org.jspecify.annotations.NullMarked;
