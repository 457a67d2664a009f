/** The errors that clients receive. They are equal on both servers. */
@NullMarked
package dev.weir.problem;

import org.jspecify.annotations.NullMarked;
