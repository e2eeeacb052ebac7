/** Tests of the quarantine. */
@NullMarked
package io.aumbry.store.scrub;

import org.jspecify.annotations.NullMarked;
