/** Network addresses, and the addresses of clients behind proxies. */
@NullMarked
package dev.weir.network;

import org.jspecify.annotations.NullMarked;
