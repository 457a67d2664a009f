/**
 * Adds and revokes API keys, and moves clients to other plans, while the server runs.
 * <ul>
 * <li>{@link dev.weir.clients.keys.ClientKeys} makes the changes.
 * <li>{@link dev.weir.clients.keys.KeyStore} keeps them, so that they outlast the server.
 * </ul>
 */
@NullMarked
package dev.weir.clients.keys;

import org.jspecify.annotations.NullMarked;
