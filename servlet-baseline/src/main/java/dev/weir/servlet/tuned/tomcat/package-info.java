/**
 * The tuned models' bypasses of Tomcat and Spring MVC: the kernel copies files to sockets, an event stream takes its connection
 * over, and the server calls controller methods directly.
 */
@NullMarked
package dev.weir.servlet.tuned.tomcat;

import org.jspecify.annotations.NullMarked;
