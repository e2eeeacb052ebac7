/**
 * The side of the catalog in the protocol of names and blobs: leases, commits and the trash as
 * commands and reads of {@link io.aumbry.catalog.Catalog} and {@link
 * io.aumbry.catalog.name.NameCatalog}.
 */
@NullMarked
package io.aumbry.frontend.name.catalog;

import org.jspecify.annotations.NullMarked;
