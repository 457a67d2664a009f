/** Sets up TLS for Tomcat. */
@NullMarked
package dev.weir.servlet.connector.tls;

import org.jspecify.annotations.NullMarked;
