/**
 * Runs Weir on Tomcat. This package contains the main class, and selects the threading model and the style of its code.
 *
 * <p>{@code connector} configures and changes Tomcat. The models use only its subpackage {@code connector.exchange}.
 * {@code web} contains the answers that are the same in all models. {@code threads} contains the timer thread, and
 * transfers resources between threads. {@code chain} contains an experiment that is off by default.
 *
 * <p>{@code tuned.async} and {@code tuned.blocking} contain the models. Both use {@code tuned.tomcat}, which bypasses
 * parts of Tomcat and Spring MVC. {@code idiomatic.async} and {@code idiomatic.blocking} contain the same models in
 * plain Spring MVC. The packages have no dependency cycles.
 */
@NullMarked
package dev.weir.servlet;

import org.jspecify.annotations.NullMarked;
