/** The operations of the SOAP service, and its WSDL. Operations get only requests that passed all security checks. */
@NullMarked
package dev.weir.soap.endpoint;

import org.jspecify.annotations.NullMarked;
