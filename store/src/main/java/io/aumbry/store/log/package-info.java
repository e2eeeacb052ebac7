/**
 * The log of a store: records in segments, one after the other, each with a number. The log is the
 * truth; all else can be made from it.
 */
@NullMarked
package io.aumbry.store.log;

import org.jspecify.annotations.NullMarked;
