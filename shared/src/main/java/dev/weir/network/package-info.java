/** Parses addresses and networks, and finds the addresses of clients behind proxies. */
@NullMarked
package dev.weir.network;

import org.jspecify.annotations.NullMarked;
