/**
 * Waits with {@code AsyncContext} and non-blocking streams: no thread of the connector is held by a download. Writes past
 * Tomcat where {@code tuned.tomcat} has a way.
 */
@NullMarked
package dev.weir.servlet.tuned.async;

import org.jspecify.annotations.NullMarked;
