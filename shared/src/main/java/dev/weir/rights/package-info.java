/** The folders and topics that the clients of a plan may use. */
@NullMarked
package dev.weir.rights;

import org.jspecify.annotations.NullMarked;
