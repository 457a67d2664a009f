/**
 * Tests of the throttle in virtual time: the test chooses the time as a number, so nothing waits or is timed.
 *
 * <p>Rules are interfaces with default tests. They run against the real classes. {@link
 * dev.weir.throttle.BrokenTwinsTest} runs them against broken ones, which must fail. {@link
 * dev.weir.throttle.BucketModel} and {@link dev.weir.throttle.NaiveShaper} are slow and simple models with which random
 * programs are compared.
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
