/** What a client is told when it is refused: the same on both servers, for every rule that refuses. */
@NullMarked
package dev.weir.problem;

import org.jspecify.annotations.NullMarked;
