/** The header fields of event streams. */
@NullMarked
package dev.weir.events.http;

import org.jspecify.annotations.NullMarked;
