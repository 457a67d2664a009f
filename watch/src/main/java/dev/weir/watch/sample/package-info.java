/**
 * Reads what servers do: twice a second from the actuator and from the kernel's files. A reading uses little of a
 * server's CPU, since it asks only for the metrics that the page shows.
 */
@NullMarked
package dev.weir.watch.sample;

import org.jspecify.annotations.NullMarked;
