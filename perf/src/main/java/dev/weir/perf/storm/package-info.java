/**
 * Overloads, faults and attacks over real sockets, checked against the contract. Thousands of clients wait, leave
 * or come at once. The server is killed, or runs out of heap, descriptors, disk or files.
 *
 * <p>The values depend on the machine, so each report also states how late the generator's loop was.
 */
@NullMarked
package dev.weir.perf.storm;

import org.jspecify.annotations.NullMarked;
