/**
 * Identifies the client of a request, finds its plan, and admits or refuses the request.
 *
 * <p>A {@link dev.weir.clients.Plan} is the set of limits and rights that a client has. {@link
 * dev.weir.clients.Callers} finds the client by the request's key or address. {@link dev.weir.clients.Clients} is the
 * bounded table of all clients. An {@link dev.weir.clients.Admission} counts one open download or subscription against
 * the limits.
 */
@NullMarked
package dev.weir.clients;

import org.jspecify.annotations.NullMarked;
