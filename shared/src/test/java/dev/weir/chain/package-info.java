/** Tests of the decisions about chains of calls. */
@NullMarked
package dev.weir.chain;

import org.jspecify.annotations.NullMarked;
