package io.aumbry.deploy.settings;

import io.aumbry.deploy.admin.AdminPort;

/** All settings of one process. */
public sealed interface RoleSettings
    permits ServerSettings,
        FrontendSettings,
        StorageSettings,
        ControllerSettings,
        ZooKeeperSettings {
  ProcessConfig process();

  AdminPort admin();
}
