/**
 * Replaces parts of Tomcat and Spring MVC by faster code. The kernel copies files to sockets. An event stream takes its
 * connection over from Tomcat. Controller methods are called without Spring's adapter.
 */
@NullMarked
package dev.weir.servlet.tuned.tomcat;

import org.jspecify.annotations.NullMarked;
