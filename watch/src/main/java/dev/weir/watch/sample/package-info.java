/**
 * Reads what servers do, from the actuator and from the kernel's files.
 *
 * <p>Each answer of the actuator costs a server milliseconds of CPU time. The text for Prometheus costs most, because
 * the server evaluates all metrics, even if the request names only a few. So this text is read only once a second. In
 * between, only the number of written bytes is read, and only while there are downloads. The rate limits are read every
 * five seconds, and after the page has changed one.
 */
@NullMarked
package dev.weir.watch.sample;

import org.jspecify.annotations.NullMarked;
