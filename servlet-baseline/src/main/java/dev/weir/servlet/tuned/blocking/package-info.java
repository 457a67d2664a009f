/**
 * Waits with the thread that it has: a virtual one, or one of Tomcat's pool; the code is the same. Writes past Tomcat where
 * {@code tuned.tomcat} has a way.
 */
@NullMarked
package dev.weir.servlet.tuned.blocking;

import org.jspecify.annotations.NullMarked;
