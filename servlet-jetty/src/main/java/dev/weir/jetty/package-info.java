/**
 * Runs the style {@code idiomatic} of the servlet models on Jetty, to compare it with the same code on Tomcat.
 *
 * <p>The controllers are those of {@code dev.weir.servlet}. On Jetty, they find no connection of Tomcat, and work
 * without it. So Tomcat's classes are in the jar, but no Tomcat starts.
 */
@NullMarked
package dev.weir.jetty;

import org.jspecify.annotations.NullMarked;
