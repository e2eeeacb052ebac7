/**
 * Brings back replicas that failed, alone or with their disk. {@link
 * io.aumbry.server.rebuild.Rebuilding} decides. The coordinator then takes the replica through its
 * states like any other. A rebuilt replica starts empty, pulls from its peers, and answers for
 * nothing until it is complete by the rule of {@code replication}.
 *
 * <pre>
 *  its disk failed, another disk of the node has room    rebuilt there
 *  its disk failed, no other disk has room               given up here: another node gets it
 *  its store failed, and opens                           opened, goes on with its records
 *  its store does not open, or takes no changes          set aside and rebuilt, if its peers serve
 * </pre>
 *
 * <p>Invariants: nothing is deleted, neither from a failed disk nor from a store that does not
 * open. A store is set aside only while enough others serve: one less than the copies, and at least
 * one. The last good copy is therefore never set aside. A disk may come back after its replicas
 * were rebuilt on another one. Its stores are older, and are set aside before anything is served
 * from them (see {@code PARTITION.instead} in {@code replica}).
 *
 * <p>A crash between any two steps leaves a store that is not complete, or a note that names no
 * existing store. The next start of the node goes on from there.
 *
 * <p>Threads: one, which waits for disks and for the coordinator.
 */
@NullMarked
package io.aumbry.server.rebuild;

import org.jspecify.annotations.NullMarked;
