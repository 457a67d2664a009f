/** Tests of blocks of IP addresses, and of trusted proxies. */
@NullMarked
package dev.weir.network;

import org.jspecify.annotations.NullMarked;
