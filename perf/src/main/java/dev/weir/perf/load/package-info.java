/** The load generator. It uses plain Netty, because one of the compared servers uses Reactor Netty. */
@NullMarked
package dev.weir.perf.load;

import org.jspecify.annotations.NullMarked;
