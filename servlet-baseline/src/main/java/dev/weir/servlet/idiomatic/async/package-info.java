/**
 * Serves requests asynchronously in the style of Spring MVC's reference documentation. A waiting request holds no
 * thread. A write blocks a thread of the task executor until the client reads.
 */
@NullMarked
package dev.weir.servlet.idiomatic.async;

import org.jspecify.annotations.NullMarked;
