/**
 * Brings replicas back that failed, with their disk or alone. {@link
 * io.aumbry.server.rebuild.Rebuilding} decides, the coordinator then takes the replica through its
 * states as any other: what is made anew is empty, pulls from its peers, and answers for nothing
 * until it is complete by the rule of {@code replication}.
 *
 * <pre>
 *  its disk failed, another disk of the node has room    made anew there
 *  its disk failed, no other disk has room               given up here: another node gets it
 *  its store failed, and opens                           opened, goes on with what it has
 *  its store does not open, or takes no changes          set aside and made anew, if its peers serve
 * </pre>
 *
 * <p>Invariants: nothing is deleted, neither from a disk that failed nor of a store that does not
 * open. A store is set aside only while as many others as it has peers serve, at least one, so that
 * the last good copy never is. What a disk has that was away while its replicas were made anew on
 * another one is older and is set aside before anything is served from it (see {@code
 * PARTITION.instead} in {@code replica}).
 *
 * <p>A crash between any two steps leaves a store that is not complete, or a note that speaks of no
 * store; the next start of the node goes on from there.
 *
 * <p>Threads: one, which waits for disks and for the coordinator.
 */
@NullMarked
package io.aumbry.server.rebuild;

import org.jspecify.annotations.NullMarked;
