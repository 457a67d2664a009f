/**
 * Bypasses parts of Tomcat and Spring MVC for the tuned models. The kernel copies files to sockets. An event stream
 * takes its connection over from Tomcat. The server calls controller methods without Spring's adapter.
 */
@NullMarked
package dev.weir.servlet.tuned.tomcat;

import org.jspecify.annotations.NullMarked;
