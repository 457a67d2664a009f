/**
 * Limits connections before the server has identified the client: their number per address, and the time in which the
 * head and the body of a request must arrive.
 */
@NullMarked
package dev.weir.connection;

import org.jspecify.annotations.NullMarked;
