/**
 * Connections of the tests. They write and read bytes, so that no client library hides an error in a request or an
 * answer.
 */
@NullMarked
package dev.weir.contract.connection;

import org.jspecify.annotations.NullMarked;
