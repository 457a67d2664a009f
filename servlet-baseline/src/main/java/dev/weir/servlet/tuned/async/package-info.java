/**
 * Serves requests with {@code AsyncContext} and non-blocking writes, so a waiting download holds no thread of
 * Tomcat's connector. The classes in {@code tuned.tomcat} bypass parts of Tomcat.
 */
@NullMarked
package dev.weir.servlet.tuned.async;

import org.jspecify.annotations.NullMarked;
