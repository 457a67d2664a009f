/**
 * Tests of the throttle in virtual time: time is a number that the test chooses, so nothing here waits or is timed.
 *
 * <p>Rules are interfaces with default tests, run against the real classes and, by {@link
 * dev.weir.throttle.BrokenTwinsTest}, against broken ones, which must fail. {@link dev.weir.throttle.BucketModel} and
 * {@link dev.weir.throttle.NaiveShaper} are the slow and obvious versions that random programs are compared with.
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
