/**
 * Locks of hosts: at most one activity works on a host at a time, and activities that wait get
 * their turn in the order in which they came.
 *
 * <p>{@link io.aumbry.cluster.lock.LockTable} is the pure model. {@link
 * io.aumbry.cluster.lock.HostLocks} applies its changes to the record of a data centre in
 * ZooKeeper, one transaction each.
 *
 * <h2>In ZooKeeper</h2>
 *
 * <p>One record has the locks of all hosts of a data centre, so that a request for several hosts is
 * granted as a whole. The product never deletes it, because it has the last number. An operator may
 * delete a damaged one. Its successor is known by the clock beside it, and its numbers begin with
 * the time in milliseconds, so none is repeated.
 *
 * <pre>
 * /CLUSTER/PROPERTYSTORE/locks  LAST: the last number that was given; none in a successor without
 *                               locks
 *                               by number: ID, OWNER, PURPOSE, LEASE, SINCE, UNTIL (milliseconds,
 *                               since 1970 by the clock of ZooKeeper's leader), HELD
 *                               by number: the hosts; by number and "-drained": those of them that
 *                               are drained under the lock
 * /CLUSTER/PROPERTYSTORE/locks-clock  empty; a write of it tells the time
 * </pre>
 */
@NullMarked
package io.aumbry.cluster.lock;

import org.jspecify.annotations.NullMarked;
