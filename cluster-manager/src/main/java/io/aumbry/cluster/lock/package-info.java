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
 * granted as a whole. It is never deleted, because it has the last number.
 *
 * <pre>
 * /CLUSTER/PROPERTYSTORE/locks  LAST: the last number that was given
 *                               by number: ID, OWNER, PURPOSE, LEASE, SINCE, UNTIL (milliseconds,
 *                               since 1970 by the clock of ZooKeeper's leader), HELD
 *                               by number: the hosts; by number and "-drained": those of them that
 *                               are drained under the lock
 * </pre>
 */
@NullMarked
package io.aumbry.cluster.lock;

import org.jspecify.annotations.NullMarked;
