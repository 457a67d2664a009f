/**
 * JMH benchmarks of one rate-limit decision. They compare Weir's token bucket and throttle with libraries that could
 * replace them. In a server the differences hardly matter, because a decision costs far less than the write that it
 * allows. Each trial loads the class of only one limiter, so that the JVM can inline the call.
 */
@NullMarked
package dev.weir.bench;

import org.jspecify.annotations.NullMarked;
