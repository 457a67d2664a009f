/**
 * Contains the HTTP handling that all threading models share: problem responses, the list of files, publishing, and the
 * reading of header fields and bodies. Calls Tomcat only through the package {@code connector.exchange}.
 */
@NullMarked
package dev.weir.servlet.web;

import org.jspecify.annotations.NullMarked;
