/**
 * Contains the timer thread, and transfers resources from a request's thread to another thread. The models of both
 * styles use this package.
 */
@NullMarked
package dev.weir.servlet.threads;

import org.jspecify.annotations.NullMarked;
