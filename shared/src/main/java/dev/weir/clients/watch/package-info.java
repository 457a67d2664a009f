/** Tells an observer when a request is refused, and when a download writes its first bytes or ends. */
@NullMarked
package dev.weir.clients.watch;

import org.jspecify.annotations.NullMarked;
