/**
 * Writes downloads, listings and event streams directly to Netty's channel, without Reactor Netty.
 *
 * <p>Over HTTP/1.1 without TLS, a body is a series of file regions. The kernel copies each region from its page cache
 * to the socket. If a region is not in the page cache, the event loop waits for the disk. Two measures bound that wait.
 * A {@code weir-file} thread reads the first page of the range before the loop uses the file. This starts the kernel's
 * read-ahead, which stays ahead of a throttled download. Also, one grant of the throttle is at most 256 KiB.
 *
 * <p>The loop checks after each grant whether the file has changed. For an open file, the kernel answers this check
 * from memory. If a network file system hangs, this check blocks the loop, but the transfer of the region would block
 * it too.
 *
 * <p>TLS and HTTP/2 frame their content, so they cannot send file regions. For them, {@code weir-file} threads read the
 * file into buffers.
 */
@NullMarked
package dev.weir.reactive.tuned.netty;

import org.jspecify.annotations.NullMarked;
