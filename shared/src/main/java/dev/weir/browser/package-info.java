/** Keeps web pages from attacking the server or its users: security fields, and a guard for the management port. */
@NullMarked
package dev.weir.browser;

import org.jspecify.annotations.NullMarked;
