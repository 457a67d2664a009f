/** What the tests of all modules need to hold packages apart, and to show that a rule finds a class that breaks it. */
@NullMarked
package dev.weir.architecture;

import org.jspecify.annotations.NullMarked;
