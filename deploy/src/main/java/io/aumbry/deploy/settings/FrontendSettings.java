package io.aumbry.deploy.settings;

import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.config.Section;
import io.aumbry.deploy.admin.AdminPort;
import io.aumbry.frontend.FrontendConfig;
import io.aumbry.frontend.access.AccessConfig;
import io.aumbry.frontend.account.ContainerConfig;
import io.aumbry.frontend.audit.AuditConfig;
import io.aumbry.frontend.rest.signed.SigningConfig;
import io.aumbry.router.RouterConfig;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.node.NodeClientConfig;

/** All settings of a frontend. */
public record FrontendSettings(
    @Section("Process") ProcessConfig process,
    @Section("Frontend") Client client,
    @Section("Router") RouterConfig router,
    ClusterAccess access,
    @Section("Transport") EventLoopConfig loops,
    NodeClientConfig.Connections connections,
    @Section("Admin port") AdminPort admin)
    implements RoleSettings, PeerSettings {
  public record Client(
      ClientPort port,
      FrontendConfig frontend,
      ContainerConfig containers,
      AuditConfig audit,
      AccessConfig access,
      SigningConfig signing,
      CatalogConfig catalog) {}
}
