/** The errors that clients receive. The reactive server and the servlet server send the same errors. */
@NullMarked
package dev.weir.problem;

import org.jspecify.annotations.NullMarked;
