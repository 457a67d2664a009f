/**
 * Contains the WebFlux code that both styles share: filters, the answers to refused requests, the readers of request
 * bodies, and the controllers for SOAP and publishing.
 */
@NullMarked
package dev.weir.reactive.web;

import org.jspecify.annotations.NullMarked;
