package io.aumbry.deploy.settings;

import io.aumbry.deploy.admin.AdminPort;

/** All settings of one process. */
public sealed interface RoleSettings
    permits FrontendSettings, StorageSettings, ControllerSettings, ZooKeeperSettings {
  ProcessConfig process();

  AdminPort admin();
}
