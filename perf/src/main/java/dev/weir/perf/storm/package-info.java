/**
 * Storms: tests of the server's contract under overload, faults and attacks, over real sockets. Thousands of clients
 * wait, leave or arrive simultaneously. The server is killed, or runs out of heap, file descriptors or disk space.
 *
 * <p>The measured values depend on the machine. Each report also states how late the load generator's event loop ran
 * its tasks.
 */
@NullMarked
package dev.weir.perf.storm;

import org.jspecify.annotations.NullMarked;
