/**
 * Stands the project's bucket and throttle beside what could have been used instead, one decision at a time.
 *
 * <p>{@link dev.weir.perf.bench.LimiterType} and {@link dev.weir.perf.bench.ServerType} make the contenders behind one
 * interface each, so that a benchmark is one call and a contender is one constant. A trial loads one of them, so the
 * call is as direct as without the interface.
 *
 * <p>A report, not a race: at the rates of a server a decision is far cheaper than the write that it allows, and the
 * contenders answer different questions. What they leave out stands at each of them.
 */
@NullMarked
package dev.weir.perf.bench;

import org.jspecify.annotations.NullMarked;
