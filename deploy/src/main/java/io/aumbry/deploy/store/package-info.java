/**
 * {@code aumbry store}: inspects stores while their node is stopped. {@code
 * io.aumbry.store.inspect} reads and verifies; this package is the command line.
 */
@NullMarked
package io.aumbry.deploy.store;

import org.jspecify.annotations.NullMarked;
