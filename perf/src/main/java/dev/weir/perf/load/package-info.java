/**
 * The load generator: one epoll loop that downloads files, sends requests over kept connections, publishes events and
 * subscribes to them. It compares every byte with the expected one.
 *
 * <p>It is plain Netty and not Reactor Netty, which one of the contenders runs on. Everything here is confined to that one
 * loop. The thread of a trial only reads clocks and asks the loop for results.
 */
@NullMarked
package dev.weir.perf.load;

import org.jspecify.annotations.NullMarked;
