/**
 * The clients of {@code ./weir watch --demo}: loads that the page switches on and off. All connections run on the event
 * loop of one load generator. Only tasks of this event loop may use the objects of this package, except where a method
 * says otherwise.
 */
@NullMarked
package dev.weir.watch.load;

import org.jspecify.annotations.NullMarked;
