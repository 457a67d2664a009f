/**
 * Checks of the measurement itself, with reports of their own: a prediction of a paused server's latencies, other
 * projects' load generators on the same server, and planted faults that a run must find.
 */
@NullMarked
package dev.weir.perf.control;

import org.jspecify.annotations.NullMarked;
