/** Manages a running server through health checks, actuator endpoints and JMX, and measures the sending of events. */
@NullMarked
package dev.weir.config.management;

import org.jspecify.annotations.NullMarked;
