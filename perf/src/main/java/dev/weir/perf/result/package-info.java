/**
 * What a run found, as values that go to results.json and come back equal.
 */
@NullMarked
package dev.weir.perf.result;

import org.jspecify.annotations.NullMarked;
