/**
 * Weir on Tomcat: the application, and the choice of how it waits.
 *
 * <p>{@code connector} configures and changes Tomcat, and {@code connector.exchange} is the part of it that other
 * packages may use. {@code web} has the answers that are the same in all models, and {@code threads} has the timers' thread
 * and the hand-over from one thread to another. {@code tuned.async} and {@code tuned.blocking} are the models, and {@code
 * tuned.tomcat} bypasses Tomcat and Spring MVC for them. {@code idiomatic.async} and {@code idiomatic.blocking} are the same
 * models in plain Spring MVC. The packages have no cycles.
 */
@NullMarked
package dev.weir.servlet;

import org.jspecify.annotations.NullMarked;
