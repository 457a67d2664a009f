/**
 * A small HTTP server on the loopback address. It serves the page, streams samples from Weir's own event log, and
 * carries out the actions that the page requests. It knows nothing about the servers that the page shows.
 *
 * <p>It uses the JDK's HTTP server, which is enough for a few pages. Each page has one stream on a virtual thread.
 */
@NullMarked
package dev.weir.watch.page;

import org.jspecify.annotations.NullMarked;
