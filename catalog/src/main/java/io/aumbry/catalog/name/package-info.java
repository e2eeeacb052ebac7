/** Names of blobs, their versions and lists. */
@NullMarked
package io.aumbry.catalog.name;

import org.jspecify.annotations.NullMarked;
