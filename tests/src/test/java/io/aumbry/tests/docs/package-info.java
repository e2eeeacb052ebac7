/** Checks of the project's documentation. */
@NullMarked
package io.aumbry.tests.docs;

import org.jspecify.annotations.NullMarked;
