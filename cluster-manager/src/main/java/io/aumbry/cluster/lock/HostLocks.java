package io.aumbry.cluster.lock;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * The locks of the hosts of a data centre, in its ZooKeeper. Each call is one transaction, which is
 * repeated when a connection or an answer was lost. Calls wait for ZooKeeper without a time limit.
 *
 * <p>A lock does not depend on a session or a process. It ends when it is released, or when its
 * lease runs out by the clock of ZooKeeper's leader.
 */
public final class HostLocks implements LockService {
  /** The node whose writes ask ZooKeeper for the time is named like the record. */
  private static final String CLOCK = "-clock";

  private final CoordinatorClient coordination;

  public HostLocks(ClusterAddress address) {
    this(new CoordinatorClient(address));
  }

  public HostLocks(CoordinatorClient coordination) {
    this.coordination = coordination;
  }

  /** Name of the cluster with the locked hosts. */
  public String cluster() {
    return coordination.address().clusterName();
  }

  /**
   * Requests a lock. A request that waits is repeated by its caller until it holds the lock, at
   * least once per {@link LockTable#PLACE}.
   *
   * @param mayWait whether to queue behind others
   * @throws AumbryException {@code BAD_REQUEST} if the id has another request, or there are too
   *     many; {@code CONNECTION_LOST}
   */
  @Override
  public LockAnswer acquire(LockRequest request, boolean mayWait) throws InterruptedException {
    if (request.isOfDrain()) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST, "request id " + request.id() + " is that of a drain");
    }
    return change((table, now) -> table.acquire(request, mayWait, now));
  }

  /**
   * Lets the lease of a held lock run from now. Also tells whether a lock is still held.
   *
   * @param lease empty for that of the request
   * @throws AumbryException {@code NOT_FOUND} if the lock has ended; a renewal that began earlier
   *     may still extend it. {@code CONFLICT} if it still waits, {@code CONNECTION_LOST}
   */
  @Override
  public HostLock renew(long number, Optional<Duration> lease) throws InterruptedException {
    return change((table, now) -> table.renew(number, lease, now));
  }

  /**
   * Ends a lock, or withdraws a request. No effect if it has ended.
   *
   * @return the lock as it was. Empty if it had ended, also by this call if an answer was lost
   * @throws AumbryException {@code CONFLICT} while a host is drained under it, {@code NOT_FOUND} if
   *     the number was never given, {@code CONNECTION_LOST}
   */
  @Override
  public Optional<HostLock> release(long number) throws InterruptedException {
    return change((table, now) -> table.release(number, now));
  }

  /**
   * Ends a lock, or withdraws a request, that is still as it was seen. No effect if it was renewed
   * or has changed otherwise, or while it drains a host.
   *
   * @throws AumbryException {@code CONNECTION_LOST}
   */
  public void end(HostLock seen) throws InterruptedException {
    change((table, _) -> new LockTable.Step<>(table.end(seen), seen));
  }

  /**
   * Changes a record under a lock that the caller holds, in the transaction that verifies that its
   * number is current, and renews it.
   *
   * @throws AumbryException {@code NOT_FOUND} if the lock has ended, {@code CONFLICT} if it still
   *     waits, {@code CONNECTION_LOST}
   */
  public HostLock under(long number, String path, ZooKeeperSession.Change change)
      throws InterruptedException {
    return transact(
        List.of(path),
        (table, records, now) -> {
          LockTable.Step<HostLock> used = table.use(number, now);
          records.set(0, change.apply(records.getFirst()));
          return used;
        });
  }

  /**
   * Withdraws a request that waits. No effect if it has ended. That of a drain ends when no other
   * command repeats it.
   *
   * @return the lock if it is held; it stays, because a repeated request may have been granted
   * @throws AumbryException {@code CONNECTION_LOST}
   */
  Optional<HostLock> withdraw(long number) throws InterruptedException {
    return change((table, now) -> table.withdraw(number, now));
  }

  private interface Change<T> {
    LockTable.Step<T> of(LockTable table, long nowMillis);
  }

  private <T> T change(Change<T> change) throws InterruptedException {
    return transact(List.of(), (table, records, now) -> change.of(table, now));
  }

  private interface Transaction<T> {
    LockTable.Step<T> of(LockTable table, List<ZNRecord> records, long nowMillis);
  }

  /**
   * Changes the locks together with other records.
   *
   * @param paths of the other records
   */
  private <T> T transact(List<String> paths, Transaction<T> transaction)
      throws InterruptedException {
    String own = LockRecord.path(cluster());
    List<String> all = new ArrayList<>(List.of(own));
    all.addAll(paths);
    return coordination.call(
        this::failed,
        session -> {
          ZooKeeperSession.Transaction<T> change =
              (records, now) -> {
                ZNRecord record = records.getFirst();
                LockTable.Step<T> step =
                    transaction.of(
                        LockRecord.table(own, record, now),
                        records.subList(1, records.size()),
                        now);
                LockRecord.write(step.after(), record);
                return step.answer();
              };
          try {
            return session.transact(own + CLOCK, all, change);
          } catch (KeeperException.NoNodeException first) {
            create(session, own);
            return session.transact(own + CLOCK, all, change);
          }
        });
  }

  /**
   * Creates the record of a new cluster together with its clock. A clock without a record shows
   * that an operator has deleted the record. No effect on nodes that exist.
   */
  private static void create(ZooKeeperSession session, String own)
      throws KeeperException, InterruptedException {
    ZooKeeperClient.Node clock = node(new ZNRecord(LockRecord.NAME + CLOCK), own + CLOCK);
    if (!session.create(List.of(node(LockRecord.first(), own), clock))) {
      session.create(List.of(node(LockRecord.again(), own)));
      session.create(List.of(clock));
    }
  }

  private static ZooKeeperClient.Node node(ZNRecord record, String path) {
    return new ZooKeeperClient.Node(path, Optional.of(record));
  }

  private AumbryException failed(Exception cause) {
    return new AumbryException(
        ErrorCode.CONNECTION_LOST,
        "cannot change the locks of " + coordination.address() + ": " + cause,
        cause);
  }

  /**
   * Begins a drain under a lock of its own, which ends with the drain. Does not begin it while
   * another lock or a waiting request has the node. A request that waits is repeated like that of
   * {@link #acquire}.
   *
   * @param request of the drain for its lock
   * @param mayWait whether to queue behind others
   * @param path of the record of the node
   * @param begin marks the record
   */
  public LockAnswer drain(
      LockRequest request, boolean mayWait, String path, ZooKeeperSession.Change begin)
      throws InterruptedException {
    String host = request.hosts().first();
    return drain(path, begin, (table, now) -> table.drain(host, request, mayWait, now));
  }

  /**
   * Repeats the request of a drain that waits.
   *
   * @param last the request in the last answer
   * @throws AumbryException {@code CONFLICT} if the drain was taken back meanwhile
   */
  public LockAnswer drainAgain(HostLock last, String path, ZooKeeperSession.Change begin)
      throws InterruptedException {
    return drain(path, begin, (table, now) -> table.drainAgain(last, now));
  }

  /**
   * Begins a drain under a lock that the caller holds, in the transaction that verifies that its
   * number is current.
   *
   * @throws AumbryException {@code NOT_FOUND} if the lock has ended, {@code CONFLICT} if it still
   *     waits, {@code BAD_REQUEST} if it is of other hosts or of a rebalance
   */
  public LockAnswer drain(NodeId node, long number, String path, ZooKeeperSession.Change begin)
      throws InterruptedException {
    return drain(path, begin, (table, now) -> table.drain(node.name(), number, now));
  }

  private LockAnswer drain(String path, ZooKeeperSession.Change begin, Change<LockAnswer> change)
      throws InterruptedException {
    return transact(
        List.of(path),
        (table, records, now) -> {
          LockTable.Step<LockAnswer> step = change.of(table, now);
          if (step.answer().isHeld()) {
            records.set(0, begin.apply(records.getFirst()));
          }
          return step;
        });
  }

  /** Ends a drain under a lock of the caller. No effect unless that lock drains the node. */
  public void endDrain(NodeId node, long number, String path, ZooKeeperSession.Change end)
      throws InterruptedException {
    transact(
        List.of(path),
        (table, records, now) -> {
          boolean isDrained = table.drains(node.name(), number);
          if (isDrained) {
            records.set(0, end.apply(records.getFirst()));
          }
          return new LockTable.Step<>(isDrained ? table.endDrain(node.name()) : table, isDrained);
        });
  }

  /** Ends a drain, together with its own lock. A drain that waits is withdrawn. */
  public void endDrain(NodeId node, String path, ZooKeeperSession.Change end)
      throws InterruptedException {
    transact(
        List.of(path),
        (table, records, now) -> {
          records.set(0, end.apply(records.getFirst()));
          return new LockTable.Step<>(table.at(now).stopDrain(node.name()), true);
        });
  }
}
