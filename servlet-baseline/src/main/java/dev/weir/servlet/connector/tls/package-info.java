/** Refuses {@code weir.tls.provider=native} on Tomcat, and reports that the server uses the TLS of the JDK. */
@NullMarked
package dev.weir.servlet.connector.tls;

import org.jspecify.annotations.NullMarked;
