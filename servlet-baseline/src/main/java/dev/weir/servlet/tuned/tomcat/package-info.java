/**
 * Bypasses Tomcat and Spring MVC for the tuned models: the kernel copies files to sockets, an event stream takes over
 * its connection, and the server calls controller methods directly.
 */
@NullMarked
package dev.weir.servlet.tuned.tomcat;

import org.jspecify.annotations.NullMarked;
