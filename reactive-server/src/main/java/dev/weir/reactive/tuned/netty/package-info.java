/**
 * Writes the bodies of downloads and the events of streams to the channel, past Reactor Netty.
 *
 * <p>Bodies are file regions: the kernel copies from the page cache to the socket. A region of a file that is not in the
 * page cache makes the loop wait for the disk. What bounds that: the first page of the range is read before the loop sees
 * the file, which starts the kernel's read-ahead; a throttled reader then stays behind it, and one grant is at most 256
 * KiB. Before each grant the loop also asks whether the file was changed: of an open file the kernel knows that without a
 * disk, and a file system behind a network that hangs would stop the region as well.
 *
 * <p>TLS and HTTP/2 frame what they send, so there a body is buffers, filled on {@code weir-file} threads.
 */
@NullMarked
package dev.weir.reactive.tuned.netty;

import org.jspecify.annotations.NullMarked;
