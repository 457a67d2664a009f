/**
 * The clients of the demonstration: loads that the page switches on and off. All connections run on the event loop of
 * one load generator, and its tasks alone touch the state of this package, unless a method says otherwise.
 */
@NullMarked
package dev.weir.watch.load;

import org.jspecify.annotations.NullMarked;
