/** The header fields of event streams, poll responses and cross-origin requests. */
@NullMarked
package dev.weir.events.http;

import org.jspecify.annotations.NullMarked;
