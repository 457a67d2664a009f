/**
 * Reads what servers do, from the actuator and from the kernel's files.
 *
 * <p>An answer of the actuator costs a server milliseconds of CPU time. The text of Prometheus costs most, since the
 * server evaluates all metrics for it, whichever names a request includes. So it comes once a second. In between, a
 * reading asks only for the bytes that were written, and only while there are downloads. The limits come every five
 * seconds.
 */
@NullMarked
package dev.weir.watch.sample;

import org.jspecify.annotations.NullMarked;
