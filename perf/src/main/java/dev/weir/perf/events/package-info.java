/** Publishes events, and checks that subscribers by streams and by long polls get each event once and in order. */
@NullMarked
package dev.weir.perf.events;

import org.jspecify.annotations.NullMarked;
