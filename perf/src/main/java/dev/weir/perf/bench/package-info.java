/**
 * Measures the project's bucket and throttle beside the libraries that could replace them, one decision at a time.
 *
 * <p>A trial loads one contender, so the JVM can inline the call through the contenders' interface.
 *
 * <p>The results describe and do not rank. At the rates of a server, a decision is far cheaper than the write that
 * it allows, and the contenders answer different questions. Each contender's Javadoc states what it leaves out.
 */
@NullMarked
package dev.weir.perf.bench;

import org.jspecify.annotations.NullMarked;
