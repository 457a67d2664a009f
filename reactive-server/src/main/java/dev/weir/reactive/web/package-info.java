/**
 * The parts of WebFlux that both styles share: filters, refusals, the bodies of requests, and the controllers of SOAP
 * and of publishing.
 */
@NullMarked
package dev.weir.reactive.web;

import org.jspecify.annotations.NullMarked;
