/** Tests of the keys that change while the server runs. */
@NullMarked
package dev.weir.clients.keys;

import org.jspecify.annotations.NullMarked;
