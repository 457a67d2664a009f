/**
 * JMH benchmarks of the project's token bucket and throttle, and of libraries that could replace them. They measure one
 * rate-limit decision at a time.
 *
 * <p>A trial loads the class of only one limiter, so the JVM can inline the call through the common interface.
 *
 * <p>The results describe the limiters and do not rank them. At the rates of a server, a decision costs far less than
 * the write that it allows. The limiters also answer different questions. Each limiter's Javadoc states what it leaves
 * out.
 */
@NullMarked
package dev.weir.perf.bench;

import org.jspecify.annotations.NullMarked;
