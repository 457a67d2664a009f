/**
 * Implements the models {@code async} and {@code blocking} in the style of Spring MVC's reference documentation, for
 * comparison with the tuned models. Uses no class of Tomcat.
 */
@NullMarked
package dev.weir.servlet.idiomatic;

import org.jspecify.annotations.NullMarked;
