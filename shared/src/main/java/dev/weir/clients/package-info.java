/**
 * Identifies the client of a request, finds the client's plan, and admits or refuses the request.
 * <ul>
 * <li>{@link dev.weir.clients.Callers} finds the client by the API key, the signed link or the address, and admits the
 *     request.
 * <li>{@link dev.weir.clients.Plan} has the limits and rights of a client.
 * <li>{@link dev.weir.clients.Clients} is the table of all clients.
 * <li>{@link dev.weir.clients.Admission} counts one open download or subscription against the limits.
 * </ul>
 */
@NullMarked
package dev.weir.clients;

import org.jspecify.annotations.NullMarked;
