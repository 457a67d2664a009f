/** Tests of networks and proxies. */
@NullMarked
package dev.weir.network;

import org.jspecify.annotations.NullMarked;
