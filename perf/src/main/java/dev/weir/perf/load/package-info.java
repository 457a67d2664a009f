/**
 * The load generator: one epoll loop that downloads files and sends requests over kept connections. It compares
 * every byte with the expected one.
 *
 * <p>It uses plain Netty, because Reactor Netty belongs to one of the contenders. The loop owns all state. The
 * thread of a trial only reads clocks and asks the loop for results.
 */
@NullMarked
package dev.weir.perf.load;

import org.jspecify.annotations.NullMarked;
