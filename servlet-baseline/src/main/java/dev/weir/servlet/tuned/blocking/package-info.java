/**
 * Waits with the request's thread, which is a virtual thread or one of Tomcat's pool. The code is the same for both. Bypasses
 * Tomcat with {@code tuned.tomcat}.
 */
@NullMarked
package dev.weir.servlet.tuned.blocking;

import org.jspecify.annotations.NullMarked;
