/**
 * Faults that are planted in a server on purpose, to see whether the measurement finds them: an agent of its JVM.
 */
@NullMarked
package dev.weir.perf.plant;

import org.jspecify.annotations.NullMarked;
