/** Limits a connection before its client is known: connections per address, and the time for a head and for a body. */
@NullMarked
package dev.weir.connection;

import org.jspecify.annotations.NullMarked;
