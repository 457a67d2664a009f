/** The timer thread, and the transfer of resources such as open files to other threads ({@link HandOver}). */
@NullMarked
package dev.weir.servlet.threads;

import org.jspecify.annotations.NullMarked;
