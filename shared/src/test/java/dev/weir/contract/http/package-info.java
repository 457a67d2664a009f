/**
 * Tests of requests over HTTP/1.1, and of what all requests have in common: heads, errors, and limits of connections.
 */
@NullMarked
package dev.weir.contract.http;

import org.jspecify.annotations.NullMarked;
