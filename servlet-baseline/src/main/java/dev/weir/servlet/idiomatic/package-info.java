/**
 * Contains the models {@code async} and {@code blocking}, written as Spring MVC's reference documentation shows. They
 * are compared with the tuned models, and share the throttle, the event log and the SOAP gateway with them. They use no
 * class of Tomcat.
 */
@NullMarked
package dev.weir.servlet.idiomatic;

import org.jspecify.annotations.NullMarked;
