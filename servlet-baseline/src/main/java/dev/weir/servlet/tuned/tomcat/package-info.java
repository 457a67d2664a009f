/**
 * The way of the tuned models past Tomcat and Spring MVC: a file goes from the disk to the socket by the kernel, a stream of
 * events has its connection for itself, and the server calls controller methods directly.
 */
@NullMarked
package dev.weir.servlet.tuned.tomcat;

import org.jspecify.annotations.NullMarked;
