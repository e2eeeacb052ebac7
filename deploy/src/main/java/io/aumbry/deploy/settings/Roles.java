package io.aumbry.deploy.settings;

import io.aumbry.config.KeySet;
import java.util.List;

/** The configuration keys of each kind of process. */
public final class Roles {
  public static final KeySet<ServerSettings> SERVER = KeySet.of("server", ServerSettings.class);
  public static final KeySet<FrontendSettings> FRONTEND =
      KeySet.of("frontend", FrontendSettings.class);
  public static final KeySet<StorageSettings> STORAGE_SERVER =
      KeySet.of("storage-server", StorageSettings.class);
  public static final KeySet<ControllerSettings> CONTROLLER =
      KeySet.of("controller", ControllerSettings.class);
  public static final KeySet<ZooKeeperSettings> ZOOKEEPER =
      KeySet.of("zookeeper", ZooKeeperSettings.class);

  /** Operators' commands, which are not processes of the cluster. */
  public static final KeySet<ClusterAccess> ADMIN = KeySet.of("admin", ClusterAccess.class);

  private Roles() {}

  public static List<KeySet<?>> all() {
    return List.of(SERVER, FRONTEND, STORAGE_SERVER, CONTROLLER, ZOOKEEPER, ADMIN);
  }
}
