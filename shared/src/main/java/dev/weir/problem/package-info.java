/** The errors that clients receive. Both servers send the same errors. */
@NullMarked
package dev.weir.problem;

import org.jspecify.annotations.NullMarked;
