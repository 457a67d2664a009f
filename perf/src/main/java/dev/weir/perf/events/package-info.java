/**
 * Publishes events, and subscribes to them by streams and by long polls, over HTTP/1.1 and HTTP/2. Subscribers stay
 * connected, reconnect, or stop reading. Each must get every event once and in order.
 */
@NullMarked
package dev.weir.perf.events;

import org.jspecify.annotations.NullMarked;
