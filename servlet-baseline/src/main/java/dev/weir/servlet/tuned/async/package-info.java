/**
 * Serves requests with {@code AsyncContext} and non-blocking writes, so a waiting request holds no thread. The classes
 * in {@code tuned.tomcat} bypass parts of Tomcat.
 */
@NullMarked
package dev.weir.servlet.tuned.async;

import org.jspecify.annotations.NullMarked;
