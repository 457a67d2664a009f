/**
 * A small HTTP server on the loopback address. It serves the page, streams samples from Weir's own event log, and takes
 * the page's orders. It knows nothing about the servers that the page shows.
 *
 * <p>The JDK's HTTP server is enough: a few pages, each with one stream, and a virtual thread for each.
 */
@NullMarked
package dev.weir.watch.page;

import org.jspecify.annotations.NullMarked;
