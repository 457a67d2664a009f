/**
 * JMH benchmarks that measure one rate-limit decision, of the project's token bucket and throttle and of libraries that
 * could replace them. The benchmarks do not rank the limiters: at a server's rates a decision costs far less than the
 * write that it allows. A trial loads the class of only one limiter, so the JVM can inline the call.
 */
@NullMarked
package dev.weir.perf.bench;

import org.jspecify.annotations.NullMarked;
