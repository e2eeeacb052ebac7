/**
 * Keeps names and blobs together: no blob that was stored for a name stays without one, and no name
 * points to a missing blob.
 *
 * <p>A process has a writer lease in the catalog. {@link io.aumbry.frontend.name.NamedUpload}
 * stores a blob and then commits its name, which the catalog accepts only while the lease is open.
 * {@link io.aumbry.frontend.name.LeaseKeeper} renews the lease. If a process dies, another one
 * fences its lease, and {@link io.aumbry.frontend.name.LeaseSweep} decides which of its blobs have
 * no name. {@link io.aumbry.frontend.name.TrashWorker} deletes blobs whose name was replaced or
 * deleted. {@link io.aumbry.frontend.name.ContainerRemoval} deletes the blobs of deleted containers
 * after their retention. The interfaces {@link io.aumbry.frontend.name.WriterRegistry}, {@link
 * io.aumbry.frontend.name.NamedIds}, {@link io.aumbry.frontend.name.Trash}, {@link
 * io.aumbry.frontend.name.Removals} and {@link io.aumbry.frontend.name.NameCommit} are the
 * catalog's side.
 *
 * <p>docs/proofs/names.md proves both statements.
 */
@NullMarked
package io.aumbry.frontend.name;

import org.jspecify.annotations.NullMarked;
