/**
 * The side of the catalog in the protocol of names and blobs: leases, commits and the trash as
 * commands and reads of a {@link io.aumbry.catalog.command.NameStore}.
 */
@NullMarked
package io.aumbry.frontend.name.catalog;

import org.jspecify.annotations.NullMarked;
