/** Checks and header fields that protect the server and its users against malicious web pages. */
@NullMarked
package dev.weir.browser;

import org.jspecify.annotations.NullMarked;
