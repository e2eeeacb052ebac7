/**
 * {@code aumbry store}: looks at stores that no node has open. What is read and proved is in {@code
 * io.aumbry.store.inspect}; here is how it is asked for and shown.
 */
@NullMarked
package io.aumbry.deploy.store;

import org.jspecify.annotations.NullMarked;
