/**
 * Checks of the measurement itself. One pauses a server for a second under load and compares the measured latencies
 * with a prediction. Others compare the load generator with those of other projects, or plant faults that a run must
 * find. These checks do not compare threading models, and they have reports of their own.
 */
@NullMarked
package dev.weir.perf.control;

import org.jspecify.annotations.NullMarked;
