/**
 * The thread that runs timers, and the way from a request's thread to another one. The models of both styles use them.
 */
@NullMarked
package dev.weir.servlet.threads;

import org.jspecify.annotations.NullMarked;
