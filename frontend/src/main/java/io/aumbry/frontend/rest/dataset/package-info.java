/** The operations on datasets and their versions. */
@NullMarked
package io.aumbry.frontend.rest.dataset;

import org.jspecify.annotations.NullMarked;
