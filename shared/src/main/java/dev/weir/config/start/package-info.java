/** Reports failed starts, and sets up the log. Spring Boot finds these classes by {@code spring.factories}. */
@NullMarked
package dev.weir.config.start;

import org.jspecify.annotations.NullMarked;
