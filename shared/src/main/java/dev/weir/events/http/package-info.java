/**
 * The HTTP header fields of event streams, long polls and cross-origin requests, and the bodies of requests to publish.
 */
@NullMarked
package dev.weir.events.http;

import org.jspecify.annotations.NullMarked;
