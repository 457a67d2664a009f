/**
 * Contains the WebFlux code that the tuned and the idiomatic controllers share: filters, error responses, and readers
 * of request bodies. Also contains the controllers for SOAP and for publishing events.
 */
@NullMarked
package dev.weir.reactive.web;

import org.jspecify.annotations.NullMarked;
