/**
 * Writes downloads, listings and event streams directly to Netty's channel.
 *
 * <p>Over HTTP/1.1 without TLS, a body is a series of file regions, which the kernel copies from its page cache to the
 * socket. If a region is not in the page cache, the event loop waits for the disk. A {@code weir-file} thread therefore
 * reads the first page of the range before the loop uses the file. This starts the kernel's read-ahead, which stays
 * ahead of a throttled download. One grant of the throttle is at most 256 KiB.
 *
 * <p>The loop checks after each grant whether the file has changed. The kernel answers this check from memory. A
 * network file system that hangs blocks the loop.
 *
 * <p>TLS and HTTP/2 frame their content. Over them, a body is a series of buffers that {@code weir-file} threads fill.
 */
@NullMarked
package dev.weir.reactive.tuned.netty;

import org.jspecify.annotations.NullMarked;
