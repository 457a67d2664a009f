/** Tests of the SOAP service and of attacks on it. */
@NullMarked
package dev.weir.contract.soap;

import org.jspecify.annotations.NullMarked;
