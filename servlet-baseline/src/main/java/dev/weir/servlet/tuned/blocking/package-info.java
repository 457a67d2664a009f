/** Waits with the thread that it has: a virtual one, or one of Tomcat's pool; the code is the same. */
@NullMarked
package dev.weir.servlet.tuned.blocking;

import org.jspecify.annotations.NullMarked;
