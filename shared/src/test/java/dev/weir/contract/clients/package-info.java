/** Tests of the rights of clients: keys, plans and signed links. */
@NullMarked
package dev.weir.contract.clients;

import org.jspecify.annotations.NullMarked;
