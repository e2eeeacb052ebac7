package io.aumbry.cluster.helix;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import java.util.function.Consumer;
import org.apache.helix.HelixManagerProperty;
import org.apache.helix.manager.zk.HelixManagerStateListener;
import org.apache.helix.manager.zk.ZKHelixManager;

/**
 * A Helix manager that reports when it cannot take up a new session. Helix only logs this and never
 * retries. A node would then stay dead, or ignore transitions; a view would stay stale; a
 * controller would never lead.
 */
final class SessionAwareHelix extends ZKHelixManager {
  private final Thread connector = Thread.currentThread();

  private final HelixConnection.Role role;
  private final Consumer<String> failures;

  /** Must be called by the thread that connects. */
  SessionAwareHelix(
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
        // Prevents an extra connection in which Helix looks for cloud settings.
        new HelixManagerProperty.Builder().setVersion("").build());
    this.role = role;
    this.failures = failures;
  }

  @Override
  public void handleNewSession(String sessionId) throws Exception {
    try {
      role.session(sessionId);
      super.handleNewSession(sessionId);
    } catch (Exception e) {
      if (!Thread.currentThread().equals(connector)) {
        failures.accept("Helix could not take up session " + sessionId + ": " + e);
      }
      throw e;
    }
  }
}
