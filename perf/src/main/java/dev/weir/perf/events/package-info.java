/** Publishes events to many subscribers, and checks that each subscriber gets every event once and in order. */
@NullMarked
package dev.weir.perf.events;

import org.jspecify.annotations.NullMarked;
