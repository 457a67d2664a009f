/**
 * Checks of the measurement itself. They compare the latencies of a stopped server with a prediction, compare the load
 * generator with those of other projects, and plant faults that a run must find. They compare no threading models and
 * have reports of their own.
 */
@NullMarked
package dev.weir.perf.control;

import org.jspecify.annotations.NullMarked;
