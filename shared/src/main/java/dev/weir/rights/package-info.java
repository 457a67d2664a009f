/** Which folders and topics a plan opens to its clients. */
@NullMarked
package dev.weir.rights;

import org.jspecify.annotations.NullMarked;
