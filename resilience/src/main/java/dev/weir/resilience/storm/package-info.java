/** Contains stress tests that check the server's contract under overload, faults and attacks, over real sockets. */
@NullMarked
package dev.weir.resilience.storm;

import org.jspecify.annotations.NullMarked;
