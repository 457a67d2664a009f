/**
 * Writes downloads, listings and event streams directly to Netty's channel.
 *
 * <p>Over HTTP/1.1 without TLS, a download is a series of file regions of at most 256 KiB. The kernel copies a region
 * from its page cache to the socket. If a region is not in the page cache, the event loop waits for the disk. To avoid
 * the wait, a {@code weir-file} thread first reads one byte of the file. The kernel then reads ahead, and stays ahead
 * of the throttled download.
 *
 * <p>Before each region, the event loop checks whether the file has changed. The kernel usually answers from memory.
 * But if a network file system hangs, the check blocks the event loop.
 *
 * <p>TLS and HTTP/2 cannot send file regions. {@code weir-file} threads read the file into buffers instead.
 */
@NullMarked
package dev.weir.reactive.tuned.netty;

import org.jspecify.annotations.NullMarked;
