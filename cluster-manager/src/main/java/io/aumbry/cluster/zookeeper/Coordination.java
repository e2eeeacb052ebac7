package io.aumbry.cluster.zookeeper;

import io.aumbry.protocol.error.AumbryException;
import java.io.IOException;
import java.util.function.Function;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coordination data of one data centre, for calls that are made now and then. Each call has a
 * session of its own, and is repeated in another session when that one expires.
 */
public final class Coordination {
  /** Something to be done. It may be done twice, so it must say the same each time. */
  public interface Call<T> {
    T in(ZooKeeperSession session) throws KeeperException, InterruptedException;
  }

  /** Begins sessions. */
  public interface Sessions {
    ZooKeeperSession begin() throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Coordination.class);

  private final ClusterAddress address;
  private final Sessions sessions;

  public Coordination(ClusterAddress address) {
    this(address, () -> new ZooKeeperSession(address));
  }

  public Coordination(ClusterAddress address, Sessions sessions) {
    this.address = address;
    this.sessions = sessions;
  }

  public ClusterAddress address() {
    return address;
  }

  /**
   * Makes a call and waits for ZooKeeper, for as long as it takes.
   *
   * @param refusal of the call, by the error of ZooKeeper
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

  /** Changes a record that exists; see {@link ZooKeeperSession#update}. */
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
