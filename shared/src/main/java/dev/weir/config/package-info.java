/** The keys {@code weir.*}, the same for both servers, and the shared objects made from them. */
@NullMarked
package dev.weir.config;

import org.jspecify.annotations.NullMarked;
