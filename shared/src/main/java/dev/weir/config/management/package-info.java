/** Health, metrics, the actuator endpoint and the MXBeans. They read and change a running server. */
@NullMarked
package dev.weir.config.management;

import org.jspecify.annotations.NullMarked;
