/** The load generator. It does not use Reactor Netty, because it should share little code with the compared servers. */
@NullMarked
package dev.weir.perf.load;

import org.jspecify.annotations.NullMarked;
