/** Tests of what the scrub leaves. */
@NullMarked
package io.aumbry.store.scrub;

import org.jspecify.annotations.NullMarked;
