package io.aumbry.cluster.helix;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import java.util.function.Consumer;
import org.apache.helix.HelixManagerProperty;
import org.apache.helix.manager.zk.HelixManagerStateListener;
import org.apache.helix.manager.zk.ZKHelixManager;

/**
 * Helix's own, and says when it could not take up a new session. Helix only logs that and never
 * tries again: a node is then not live for the cluster, or live and deaf to its wishes, a view is
 * never changed again, and a controller never leads.
 */
final class ToldHelix extends ZKHelixManager {
  /** Is itself told of what fails while it connects. */
  private final Thread connector = Thread.currentThread();

  private final HelixConnection.Role role;
  private final Consumer<String> failures;

  /** To be made by the thread that will connect it. */
  ToldHelix(
      ClusterAddress address,
      HelixConnection.Role role,
      HelixManagerStateListener listener,
      Consumer<String> failures) {
    super(
        address.clusterName(),
        role.name(),
        role.type(),
        address.zkConnect(),
        listener,
        // Given, Helix does not open one more connection to look for settings of a cloud.
        new HelixManagerProperty.Builder().setVersion("").build());
    this.role = role;
    this.failures = failures;
  }

  @Override
  public void handleNewSession(String sessionId) throws Exception {
    role.session(sessionId);
    try {
      super.handleNewSession(sessionId);
    } catch (Exception e) {
      if (!Thread.currentThread().equals(connector)) {
        failures.accept("Helix could not take up session " + sessionId + ": " + e);
      }
      throw e;
    }
  }
}
