/**
 * Verifies the files of stores without changes. {@link io.aumbry.store.check.LogProof} verifies the
 * log of an open store for the scrubber. {@link io.aumbry.store.check.StoppedLog} and {@link
 * io.aumbry.store.check.StoppedIndex} verify the log and the index of a stopped store. Both walk
 * through a file by {@link io.aumbry.store.log.RecordWalk}.
 */
@NullMarked
package io.aumbry.store.check;

import org.jspecify.annotations.NullMarked;
