package io.aumbry.cluster.zookeeper;

import io.aumbry.protocol.error.AumbryException;
import java.io.IOException;
import java.util.function.Function;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Occasional calls to the coordination data of a data centre, each in its own session. A call is
 * repeated if its session expires. Calls wait for ZooKeeper without a time limit.
 */
public final class CoordinatorClient {
  /** A call. It may run twice, so it must be idempotent. */
  public interface Call<T> {
    T in(ZooKeeperSession session) throws KeeperException, InterruptedException;
  }

  public interface Sessions {
    ZooKeeperSession begin() throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorClient.class);

  private final ClusterAddress address;
  private final Sessions sessions;

  public CoordinatorClient(ClusterAddress address) {
    this(address, () -> new ZooKeeperSession(address));
  }

  public CoordinatorClient(ClusterAddress address, Sessions sessions) {
    this.address = address;
    this.sessions = sessions;
  }

  public ClusterAddress address() {
    return address;
  }

  /**
   * Runs a call in a session, and again after the session has expired.
   *
   * @param refusal converts an error of ZooKeeper
   */
  public <T> T call(Function<Exception, AumbryException> refusal, Call<T> call)
      throws InterruptedException {
    while (true) {
      try (ZooKeeperSession session = sessions.begin()) {
        return call.in(session);
      } catch (KeeperException.SessionExpiredException e) {
        LOG.atInfo().addKeyValue("cluster", address).log("the session expired; trying again");
      } catch (KeeperException | IOException e) {
        throw refusal.apply(e);
      }
    }
  }

  public void update(
      Function<Exception, AumbryException> refusal, String path, ZooKeeperSession.Change change)
      throws InterruptedException {
    call(
        refusal,
        session -> {
          session.update(path, change);
          return true;
        });
  }
}
