/** Guards the management port, and reports its errors as problems (RFC 9457). */
@NullMarked
package dev.weir.servlet.web.management;

import org.jspecify.annotations.NullMarked;
