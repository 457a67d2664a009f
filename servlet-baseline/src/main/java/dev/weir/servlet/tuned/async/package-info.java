/**
 * The servlet server's tuned model that waits without a thread. It uses {@code AsyncContext} and non-blocking writes, so a
 * waiting download holds no thread of Tomcat's connector. The classes in {@code tuned.tomcat} let it bypass parts of Tomcat.
 */
@NullMarked
package dev.weir.servlet.tuned.async;

import org.jspecify.annotations.NullMarked;
