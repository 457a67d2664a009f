/** Contains the timer thread, and transfers resources from a request's thread to another thread. */
@NullMarked
package dev.weir.servlet.threads;

import org.jspecify.annotations.NullMarked;
