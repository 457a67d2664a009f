/**
 * Tests of the throttle in virtual time. A test passes the time as a number, so nothing waits or is timed.
 *
 * <p>Rules are interfaces with default tests. They run against the real classes. {@link
 * dev.weir.throttle.BrokenTwinsTest} also runs them against classes with planted faults, which must fail. {@link
 * dev.weir.throttle.BucketModel} and {@link dev.weir.throttle.NaiveShaper} are slow and simple models. Tests compare
 * random programs on the real classes and on the models.
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
