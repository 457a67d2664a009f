/**
 * The server, the generator and the clients of a storm. The clients use plain sockets, so that they can send slowly, stop
 * reading, or reset their connection.
 */
@NullMarked
package dev.weir.perf.stage;

import org.jspecify.annotations.NullMarked;
