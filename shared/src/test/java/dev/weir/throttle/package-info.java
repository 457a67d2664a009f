/**
 * Tests of the throttle. Most of them run in virtual time: a test passes the time as a number, and need not wait.
 *
 * <p>Interfaces named {@code *Rules} contain tests of rules as default methods. These tests run on the real classes.
 * {@link dev.weir.throttle.BrokenTwinsTest} also runs them on classes with planted faults, where they must fail.
 * {@link dev.weir.throttle.BucketModel} and {@link dev.weir.throttle.NaiveShaper} are slow and simple models. Tests
 * make random calls on the real classes and on the models, and compare the results.
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
