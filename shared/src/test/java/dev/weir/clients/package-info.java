/** Tests of clients and their limits, on a clock that stands still until a test moves it. */
@NullMarked
package dev.weir.clients;

import org.jspecify.annotations.NullMarked;
