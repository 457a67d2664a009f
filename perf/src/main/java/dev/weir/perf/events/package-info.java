/**
 * Asks for events: by streams and by polls, over HTTP/1.1 and HTTP/2, with clients that stay, come back or stop reading, each
 * of which must get every event once, in its order.
 */
@NullMarked
package dev.weir.perf.events;

import org.jspecify.annotations.NullMarked;
