/** The operations of the SOAP service, and its WSDL. Only verified messages reach the operations. */
@NullMarked
package dev.weir.soap.endpoint;

import org.jspecify.annotations.NullMarked;
