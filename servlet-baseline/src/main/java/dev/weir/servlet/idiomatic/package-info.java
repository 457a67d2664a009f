/**
 * Contains the models {@code async} and {@code blocking} as Spring MVC's reference documentation shows, for comparison
 * with the tuned models. Uses no class of Tomcat.
 */
@NullMarked
package dev.weir.servlet.idiomatic;

import org.jspecify.annotations.NullMarked;
