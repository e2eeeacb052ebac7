package io.aumbry.deploy.settings;

import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.config.Default;
import io.aumbry.config.Section;
import io.aumbry.config.Setting;
import io.aumbry.deploy.admin.AdminPort;
import io.aumbry.router.RouterConfig;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.node.NodeClientConfig;

/** All settings of a server. Its parts have the same keys as in processes of their own. */
public record ServerSettings(
    @Section("Process") ProcessConfig process,
    Services services,
    ClusterAccess access,
    @Section("Transport") EventLoopConfig loops,
    NodeClientConfig.Connections connections,
    @Section("Admin port") AdminPort admin)
    implements RoleSettings, PeerSettings {
  public record Services(
      @Section("Storage node") StorageSettings.Node node,
      @Section("Frontend") FrontendSettings.Client client,
      @Section("Router") RouterConfig router,
      @Section("Controller") Control control) {}

  public record Control(
      @Setting(
              key = "server.controller",
              text =
                  "Whether this server also runs a controller. A data centre needs one, in a server"
                      + " or as a process of its own, and two or three to survive failures. All of"
                      + " them must have the same controller.* keys.")
          @Default("false")
          boolean isOn,
      ControllerConfig.Placement placement) {}

  /** The settings of the storage node, which has the second half of the time to stop. */
  public StorageSettings storage() {
    return new StorageSettings(half(), services.node(), access, loops, connections, admin);
  }

  /** The settings of the frontend, which has the first half of the time to stop. */
  public FrontendSettings frontend() {
    return new FrontendSettings(
        half(), services.client(), services.router(), access, loops, connections, admin);
  }

  public ControllerSettings controller() {
    return new ControllerSettings(
        process, access.cluster(), services.control().placement(), access.tls().zookeeper(), admin);
  }

  private ProcessConfig half() {
    return process.withStopTimeout(process.stopTimeout().dividedBy(2));
  }
}
