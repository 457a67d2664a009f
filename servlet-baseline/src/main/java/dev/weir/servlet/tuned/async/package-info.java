/**
 * Waits with {@code AsyncContext} and non-blocking streams: a download holds no thread of the connector. Bypasses Tomcat
 * with {@code tuned.tomcat}.
 */
@NullMarked
package dev.weir.servlet.tuned.async;

import org.jspecify.annotations.NullMarked;
