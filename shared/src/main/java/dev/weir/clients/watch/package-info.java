/** Tells an observer which requests are admitted and refused, for example to count them. */
@NullMarked
package dev.weir.clients.watch;

import org.jspecify.annotations.NullMarked;
