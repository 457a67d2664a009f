/**
 * A small HTTP server on the loopback address. It serves a web page, and streams samples to the page from Weir's own
 * event log. It also carries out the actions that the page requests. It knows nothing about the servers that the page
 * shows.
 *
 * <p>It uses the JDK's HTTP server, which is enough because only a few browser windows show the page. Each window has
 * one stream on a virtual thread.
 */
@NullMarked
package dev.weir.watch.page;

import org.jspecify.annotations.NullMarked;
