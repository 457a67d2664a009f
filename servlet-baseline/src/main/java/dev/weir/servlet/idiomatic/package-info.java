/**
 * Contains the models {@code async}, {@code blocking} and {@code virtual} in the style of Spring MVC's reference
 * documentation. Measurements compare them with the tuned models. Uses no class of Tomcat.
 */
@NullMarked
package dev.weir.servlet.idiomatic;

import org.jspecify.annotations.NullMarked;
