/** Runs several nodes on one Redis, ends or slows down parts of them, and checks what clients notice. */
@NullMarked
package dev.weir.perf.cluster;

import org.jspecify.annotations.NullMarked;
