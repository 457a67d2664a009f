/** Checks the TLS settings for Tomcat, and reports which implementation of TLS the server uses. */
@NullMarked
package dev.weir.servlet.connector.tls;

import org.jspecify.annotations.NullMarked;
