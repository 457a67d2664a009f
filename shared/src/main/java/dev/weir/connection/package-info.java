/** What one connection may take before anybody knows whose it is: places, and time for a head and for a body. */
@NullMarked
package dev.weir.connection;

import org.jspecify.annotations.NullMarked;
