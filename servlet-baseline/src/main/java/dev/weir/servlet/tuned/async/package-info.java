/**
 * Serves requests with {@code AsyncContext} and non-blocking writes, so that a waiting request holds no thread. Uses
 * {@code tuned.tomcat}, which bypasses parts of Tomcat.
 */
@NullMarked
package dev.weir.servlet.tuned.async;

import org.jspecify.annotations.NullMarked;
