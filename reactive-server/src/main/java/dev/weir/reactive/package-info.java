/**
 * Waits with {@code Mono} and {@code Flux} on Reactor Netty's event loops.
 *
 * <p>A connection belongs to one event loop, which does everything for it but touch the file system: files are looked
 * up and opened on {@code weir-file} threads. Bodies are file regions: the kernel copies from the page cache to the
 * socket. A region of a file that is not in the page cache makes the loop wait for the disk. What bounds that: the
 * first page of the range is read before the loop sees the file, which starts the kernel's read-ahead; a throttled
 * reader then stays behind it, and one grant is at most 256 KiB. Before each grant the loop also asks whether the file was
 * changed: of an open file the kernel knows that without a disk, and a file system behind a network that hangs would
 * stop the region as well.
 */
@NullMarked
package dev.weir.reactive;

import org.jspecify.annotations.NullMarked;
