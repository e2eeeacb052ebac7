package io.aumbry.deploy.process;

import io.aumbry.config.KeySet;
import io.aumbry.config.Roles;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Time;

/** The kinds of processes of a cluster. */
public enum ProcessKind {
  FRONTEND,
  STORAGE_SERVER,
  CONTROLLER,
  ZOOKEEPER;

  /** The name of its command and of its reference file. */
  public String command() {
    return keys().role();
  }

  public KeySet keys() {
    return switch (this) {
      case FRONTEND -> Roles.FRONTEND;
      case STORAGE_SERVER -> Roles.STORAGE_SERVER;
      case CONTROLLER -> Roles.CONTROLLER;
      case ZOOKEEPER -> Roles.ZOOKEEPER;
    };
  }

  /** What its command does. */
  public String description() {
    return switch (this) {
      case FRONTEND -> "Runs a frontend, which serves clients.";
      case STORAGE_SERVER -> "Runs a storage node, which keeps replicas.";
      case CONTROLLER -> "Runs a controller, which places the replicas of a data centre.";
      case ZOOKEEPER -> "Runs a single ZooKeeper server, for those who have no ensemble.";
    };
  }

  /**
   * Starts one in this JVM.
   *
   * @param time by which it says when things were, and for how long it waits
   */
  public RunningProcess start(Settings settings, Time time) {
    return switch (this) {
      case FRONTEND -> FrontendProcess.start(settings, time);
      case STORAGE_SERVER -> StorageProcess.start(settings, time);
      case CONTROLLER -> ControllerProcess.start(settings, time);
      case ZOOKEEPER -> ZooKeeperProcess.start(settings);
    };
  }
}
