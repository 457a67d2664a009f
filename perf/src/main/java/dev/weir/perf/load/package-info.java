/**
 * The load generator: a single epoll event loop that downloads files and sends requests over keep-alive connections. It
 * compares every byte of an answer with the expected byte.
 *
 * <p>It uses plain Netty, because Reactor Netty is a part of one of the compared servers.
 */
@NullMarked
package dev.weir.perf.load;

import org.jspecify.annotations.NullMarked;
