/**
 * Serves each request on one thread, which is virtual or belongs to Tomcat's pool. The code is the same for virtual and
 * pooled threads. The classes in {@code tuned.tomcat} bypass parts of Tomcat.
 */
@NullMarked
package dev.weir.servlet.tuned.blocking;

import org.jspecify.annotations.NullMarked;
