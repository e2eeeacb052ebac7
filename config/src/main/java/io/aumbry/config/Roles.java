package io.aumbry.config;

import java.util.List;

/** The keys of each kind of process. */
public final class Roles {
  public static final KeySet FRONTEND =
      new KeySet(
          "frontend",
          List.of(
              CommonKeys.PROCESS,
              FrontendKeys.SECTION,
              ClusterKeys.SECTION,
              RouterKeys.SECTION,
              TransportKeys.SECTION,
              CommonKeys.TLS,
              CommonKeys.ADMIN));

  public static final KeySet STORAGE_SERVER =
      new KeySet(
          "storage-server",
          List.of(
              CommonKeys.PROCESS,
              StorageKeys.SECTION,
              ClusterKeys.SECTION,
              TransportKeys.SECTION,
              CommonKeys.TLS,
              CommonKeys.ADMIN));

  public static final KeySet CONTROLLER =
      new KeySet(
          "controller",
          List.of(
              CommonKeys.PROCESS, ClusterKeys.SECTION, ControllerKeys.SECTION, CommonKeys.ADMIN));

  public static final KeySet ZOOKEEPER =
      new KeySet("zookeeper", List.of(CommonKeys.PROCESS, ZooKeeperKeys.SECTION, CommonKeys.ADMIN));

  /** Not a process of a cluster, but an operator who looks at one. */
  public static final KeySet ADMIN =
      new KeySet("admin", List.of(ClusterKeys.SECTION, CommonKeys.TLS));

  private Roles() {}

  public static List<KeySet> all() {
    return List.of(FRONTEND, STORAGE_SERVER, CONTROLLER, ZOOKEEPER, ADMIN);
  }
}
