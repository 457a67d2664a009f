/**
 * Limits the number of connections per client address, and the time in which the head and the body of a request must
 * arrive.
 */
@NullMarked
package dev.weir.connection;

import org.jspecify.annotations.NullMarked;
