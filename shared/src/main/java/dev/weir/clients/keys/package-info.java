/**
 * Adds and revokes API keys, and gives clients other plans, while the server runs.
 * <ul>
 * <li>{@link dev.weir.clients.keys.ClientKeys} makes the changes.
 * <li>{@link dev.weir.clients.keys.KeyStore} keeps the changes, so that they outlast the server.
 * </ul>
 */
@NullMarked
package dev.weir.clients.keys;

import org.jspecify.annotations.NullMarked;
