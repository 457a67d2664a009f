/** The load generator. It uses plain Netty, because Reactor Netty is a part of one of the compared servers. */
@NullMarked
package dev.weir.perf.load;

import org.jspecify.annotations.NullMarked;
