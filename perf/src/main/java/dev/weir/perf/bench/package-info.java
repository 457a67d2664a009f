/**
 * Measures the project's bucket and throttle beside the libraries that could replace them, one decision at a time.
 *
 * <p>{@link dev.weir.perf.bench.LimiterType} and {@link dev.weir.perf.bench.ThrottleBenchmark.ServerType} make the
 * contenders behind one interface each. A trial loads one contender, so the JVM can inline the call through the interface.
 *
 * <p>The results describe, they do not rank: at the rates of a server a decision is far cheaper than the write it allows,
 * and the contenders answer different questions. Each contender's Javadoc tells what it leaves out.
 */
@NullMarked
package dev.weir.perf.bench;

import org.jspecify.annotations.NullMarked;
