/** What keeps a browser from being used against the server or its users: fields of answers, and whom management answers. */
@NullMarked
package dev.weir.browser;

import org.jspecify.annotations.NullMarked;
