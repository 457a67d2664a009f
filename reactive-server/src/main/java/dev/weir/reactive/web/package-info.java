/**
 * What WebFlux needs, whichever style answers downloads and event streams: filters, refusals, the bodies of requests, and
 * the controllers of the listing, of SOAP and of what is published.
 */
@NullMarked
package dev.weir.reactive.web;

import org.jspecify.annotations.NullMarked;
