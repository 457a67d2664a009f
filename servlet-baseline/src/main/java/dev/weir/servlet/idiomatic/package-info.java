/**
 * The threading models {@code async}, {@code blocking} and {@code virtual}, written in the style of Spring MVC's
 * reference documentation. Measurements compare this style with the tuned one. This package uses no class of Tomcat.
 */
@NullMarked
package dev.weir.servlet.idiomatic;

import org.jspecify.annotations.NullMarked;
