/**
 * Brings back replicas that failed, alone or with their disk. {@link
 * io.aumbry.server.rebuild.Rebuilding} decides. The coordinator then takes the replica through its
 * states like any other. A rebuilt replica starts empty, pulls from its peers, and denies no blob
 * until it is complete by the rule of {@code replication}.
 *
 * <pre>
 *  disk failed, another disk of the node has space    rebuilt there
 *
 *  disk failed, no other disk has space               declined: another node gets it
 *
 *  store failed, and opens again                      opened, continues with its records
 *
 *  store does not open, or accepts no changes         set aside and rebuilt, if its peers serve
 * </pre>
 *
 * <p>Nothing is deleted, neither from a failed disk nor from a store that does not open. A store is
 * set aside only while enough others serve: one less than the copies, and at least one. They confirm
 * this after the replica has failed, so two replicas that fail at once are not both set aside. The
 * last good copy is therefore never set aside. A disk may come back after its replicas were rebuilt
 * elsewhere. Its stores are older, and are set aside before they serve anything (see {@code
 * PARTITION.instead} in {@code replica}).
 *
 * <p>A crash between any two steps leaves an incomplete store, or a note that names no existing
 * store. The next start of the node continues from there.
 *
 * <p>Threads: one worker, which waits for disks and for the coordinator.
 */
@NullMarked
package io.aumbry.server.rebuild;

import org.jspecify.annotations.NullMarked;
