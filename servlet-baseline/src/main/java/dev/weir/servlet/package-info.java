/**
 * Weir on Tomcat: the application, and the choice of how it waits.
 *
 * <p>{@code connector} configures and changes Tomcat, and {@code connector.exchange} is what the rest may use of that.
 * {@code web} answers whatever all models answer alike. {@code tuned.async} and {@code tuned.blocking} are the models, and
 * {@code tuned.tomcat} is their way past Tomcat and Spring MVC. {@code idiomatic.async} and {@code idiomatic.blocking} are
 * the same models in plain Spring MVC. No two packages need each other.
 */
@NullMarked
package dev.weir.servlet;

import org.jspecify.annotations.NullMarked;
