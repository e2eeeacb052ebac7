/**
 * Verifies the files of stores. {@link io.aumbry.store.check.LogProof} verifies the log of an open
 * store for the scrubber. {@link io.aumbry.store.check.StoppedLog} and {@link
 * io.aumbry.store.check.StoppedIndex} verify the log and index of a store that nobody has open, and
 * change nothing.
 */
@NullMarked
package io.aumbry.store.check;

import org.jspecify.annotations.NullMarked;
