/** Tests of the inspection of stopped stores. */
@NullMarked
package io.aumbry.store.inspect;

import org.jspecify.annotations.NullMarked;
