/**
 * Decides who a client is, which plan it has, and whether its request is admitted.
 *
 * <p>{@link dev.weir.clients.Callers} finds the client of a request, by key or by address. {@link
 * dev.weir.clients.Clients} is the bounded table of all clients. An {@link dev.weir.clients.Admission} is the place of
 * one download or subscription.
 */
@NullMarked
package dev.weir.clients;

import org.jspecify.annotations.NullMarked;
