/**
 * Writes downloads, listings and event streams to the channel, past Reactor Netty.
 *
 * <p>Over HTTP/1.1 without TLS, a body is a series of file regions: the kernel copies from its page cache to the
 * socket. If the region is not in the page cache, the event loop waits for the disk. Two things bound that wait. A
 * {@code weir-file} thread reads the first page of the range before the loop uses the file, so the kernel has begun to
 * read ahead, and a throttled reader stays behind that. And one grant is at most 256 KiB.
 *
 * <p>After each grant the loop also checks whether the file has changed. The kernel knows that about an open file
 * without the disk. If a network file system hangs, the check makes the loop wait, but so would the region.
 *
 * <p>TLS and HTTP/2 frame their content, so there {@code weir-file} threads fill buffers.
 */
@NullMarked
package dev.weir.reactive.tuned.netty;

import org.jspecify.annotations.NullMarked;
