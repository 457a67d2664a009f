/** Tests of chains of calls, in which a server calls itself. */
@NullMarked
package dev.weir.chain;

import org.jspecify.annotations.NullMarked;
