/**
 * Publishes events and subscribes to them, by streams and by polls, over HTTP/1.1 and HTTP/2. Subscribers stay,
 * return, or stop reading. Each must get every event once and in order.
 */
@NullMarked
package dev.weir.perf.events;

import org.jspecify.annotations.NullMarked;
