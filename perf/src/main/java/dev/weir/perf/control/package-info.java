/**
 * Checks of the measurement itself: a stopped server with a predictable tail, comparisons with other generators,
 * and faults that are planted in a server. They compare no models and have reports of their own.
 */
@NullMarked
package dev.weir.perf.control;

import org.jspecify.annotations.NullMarked;
