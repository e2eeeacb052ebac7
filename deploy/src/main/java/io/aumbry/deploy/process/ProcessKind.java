package io.aumbry.deploy.process;

import io.aumbry.config.KeySet;
import io.aumbry.deploy.settings.ControllerSettings;
import io.aumbry.deploy.settings.FrontendSettings;
import io.aumbry.deploy.settings.RoleSettings;
import io.aumbry.deploy.settings.Roles;
import io.aumbry.deploy.settings.ServerSettings;
import io.aumbry.deploy.settings.StorageSettings;
import io.aumbry.deploy.settings.ZooKeeperSettings;
import io.aumbry.protocol.runtime.Time;

/** The kinds of processes. A whole cluster stops them in this order, callers first. */
public enum ProcessKind {
  SERVER,
  FRONTEND,
  STORAGE_SERVER,
  CONTROLLER,
  ZOOKEEPER;

  /** The name of its command and of its reference file. */
  public String command() {
    return keys().role();
  }

  public KeySet<? extends RoleSettings> keys() {
    return switch (this) {
      case SERVER -> Roles.SERVER;
      case FRONTEND -> Roles.FRONTEND;
      case STORAGE_SERVER -> Roles.STORAGE_SERVER;
      case CONTROLLER -> Roles.CONTROLLER;
      case ZOOKEEPER -> Roles.ZOOKEEPER;
    };
  }

  public String description() {
    return switch (this) {
      case SERVER ->
          "Runs a server: a storage node and a frontend in one process, and a controller if"
              + " server.controller is true.";
      case FRONTEND -> "Runs a frontend, which serves clients.";
      case STORAGE_SERVER -> "Runs a storage node, which keeps replicas.";
      case CONTROLLER -> "Runs a controller, which places the replicas of a data centre.";
      case ZOOKEEPER -> "Runs a single ZooKeeper server, for installations without an ensemble.";
    };
  }

  /**
   * Starts a process in this JVM.
   *
   * @param time its clock
   */
  public static RunningProcess start(RoleSettings settings, Time time) {
    return switch (settings) {
      case ServerSettings server -> ServerProcess.start(server, time);
      case FrontendSettings frontend -> FrontendProcess.start(frontend, time);
      case StorageSettings storage -> StorageProcess.start(storage, time);
      case ControllerSettings controller -> ControllerProcess.start(controller, time);
      case ZooKeeperSettings zookeeper -> ZooKeeperProcess.start(zookeeper, time);
    };
  }
}
