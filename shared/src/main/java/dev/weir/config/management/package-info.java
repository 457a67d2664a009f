/** Manages a running server through health checks, metrics, an actuator endpoint and JMX. */
@NullMarked
package dev.weir.config.management;

import org.jspecify.annotations.NullMarked;
