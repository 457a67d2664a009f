/**
 * Serves requests asynchronously, as Spring MVC's reference documentation shows. A waiting request holds no thread. A
 * write blocks a thread of the task executor until the client reads.
 */
@NullMarked
package dev.weir.servlet.idiomatic.async;

import org.jspecify.annotations.NullMarked;
