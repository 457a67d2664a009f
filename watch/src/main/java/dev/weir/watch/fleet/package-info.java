/** The servers that the page of {@code ./weir watch} shows: those that it starts, and those that run already. */
@NullMarked
package dev.weir.watch.fleet;

import org.jspecify.annotations.NullMarked;
