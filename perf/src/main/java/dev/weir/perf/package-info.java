/**
 * Runs the models head to head: what is run, in which order, and who decides that a trial counts.
 *
 * <p>{@code load} asks for downloads and checks every byte, {@code server} starts and watches the other process, {@code
 * result} is what was found, as values, {@code report} says it to a reader. The servers are other processes: no model
 * shares a heap, a loop or a compiled method with its judge, and of none but the peer {@code stock} anything is on this
 * class path.
 */
@NullMarked
package dev.weir.perf;

import org.jspecify.annotations.NullMarked;
