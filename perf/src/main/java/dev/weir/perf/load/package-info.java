/**
 * The generator: one epoll loop that asks for downloads, sends requests over kept connections, or publishes events and
 * gets them as so many clients; it compares every byte with what it must be.
 *
 * <p>It is plain Netty and not Reactor Netty, which is one contestant's own path. Everything here is confined to that
 * one loop; the thread that conducts a trial only reads clocks and asks the loop for results.
 */
@NullMarked
package dev.weir.perf.load;

import org.jspecify.annotations.NullMarked;
