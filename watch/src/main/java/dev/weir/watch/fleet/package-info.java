/** Starts the servers of the demonstration and the run of {@code compare} that the page follows. */
@NullMarked
package dev.weir.watch.fleet;

import org.jspecify.annotations.NullMarked;
