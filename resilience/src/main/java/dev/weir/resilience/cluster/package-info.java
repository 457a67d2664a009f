/** Runs several nodes on one Redis, ends or slows down nodes or Redis, and checks what clients notice. */
@NullMarked
package dev.weir.resilience.cluster;

import org.jspecify.annotations.NullMarked;
