/** The HTTP header fields of event streams, long polls and cross-origin requests. */
@NullMarked
package dev.weir.events.http;

import org.jspecify.annotations.NullMarked;
