/** The servers under test: how a test starts one, and asks it for metrics, logs and files. */
@NullMarked
package dev.weir.contract.server;

import org.jspecify.annotations.NullMarked;
