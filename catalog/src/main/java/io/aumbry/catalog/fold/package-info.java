/**
 * The rules of names as a pure function from loaded rows and commands to results and changed rows.
 */
@NullMarked
package io.aumbry.catalog.fold;

import org.jspecify.annotations.NullMarked;
