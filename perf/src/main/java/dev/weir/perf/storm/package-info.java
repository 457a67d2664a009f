/**
 * What a contract says of thousands that wait, leave or come at once: measured over real sockets, model by model, with
 * targets; and of faults: a server that is killed, attacked, or short of heap, descriptors, disk or files.
 *
 * <p>Neither a comparison nor a test: the figures depend on the machine, so they stand beside how late the generator was.
 */
@NullMarked
package dev.weir.perf.storm;

import org.jspecify.annotations.NullMarked;
