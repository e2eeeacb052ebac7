package io.aumbry.deploy.process;

import io.aumbry.catalog.SqlCatalog;
import io.aumbry.cluster.ClusterConfig;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.deploy.settings.ClientPort;
import io.aumbry.deploy.settings.FrontendSettings;
import io.aumbry.frontend.Frontend;
import io.aumbry.frontend.FrontendConfig;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.audit.AuditLog;
import io.aumbry.frontend.rest.named.NameServices;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.SmoothedViews;
import io.aumbry.router.operation.ClusterRouter;
import io.aumbry.transport.http.server.HttpServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A frontend: HTTP from clients, through a router, to storage nodes. */
final class FrontendProcess {
  private static final Logger LOG = LoggerFactory.getLogger(FrontendProcess.class);

  private FrontendProcess() {}

  static RunningProcess start(FrontendSettings settings, Time time) {
    return ProcessFrame.start(
        settings,
        time,
        frame -> {
          require(settings);
          return assemble(settings, Network.open(settings, time, frame), frame);
        });
  }

  /**
   * Refuses settings that contradict each other and unusable files, before anything waits for the
   * cluster. In a server, the storage node would otherwise join and leave its cluster at each
   * attempt to start.
   */
  static void require(FrontendSettings settings) {
    FrontendSettings.Client client = settings.client();
    FrontendAccess.require(client.access(), client.catalog().location().url().isPresent());
    FrontendAccess.requireFiles(client.access());
    var _ = client.port().tls(settings.access().tls().engine());
  }

  /**
   * Starts the frontend as a part of a process.
   *
   * @return supplies the reason why it is not ready
   */
  static Supplier<Optional<String>> assemble(
      FrontendSettings settings, Network network, ProcessFrame frame) {
    RandomGenerator random = SystemRandom.fast();
    Time time = network.time();
    RouterConfig routing = settings.router();
    Carrier first = network.loops().carriers().getFirst();
    ClusterViews views = SmoothedViews.of(network.views(), routing, first, frame.metrics());
    views.subscribe(view -> network.warm(view.nodes()));

    ClusterRouter router =
        new ClusterRouter(
            views, network.client(), routing, time, random, SystemRandom.supply(), frame.metrics());
    Frontend frontend =
        new Frontend(
            services(settings, network, router, views, frame),
            identity(settings),
            settings.client().frontend(),
            time,
            random,
            frame.metrics());
    ClientPort port = settings.client().port();
    HttpServer server =
        frame.add(
            "http server",
            HttpServer.start(
                network.loops(),
                port.server(settings.process().stopTimeout().dividedBy(2)),
                port.tls(settings.access().tls().engine()),
                frontend));
    server.figures().register(frame.metrics());
    frame.add("status", frontend.status()::shutDown);
    network.views().announce(announcement(settings, server.port(), time));
    LOG.atInfo()
        .addKeyValue("process", frame.name())
        .addKeyValue("host", port.host())
        .addKeyValue("port", server.port())
        .log("serving clients");
    return new FrontendReadiness(
            views, network::isConnected, routing.writeQuorum(), router::bodyMemoryStrained)
        ::missing;
  }

  /** The catalog closes after the work for names, which ends after the deletes of the router. */
  private static Frontend.Services services(
      FrontendSettings settings,
      Network network,
      ClusterRouter router,
      ClusterViews views,
      ProcessFrame frame) {
    Carrier first = network.loops().carriers().getFirst();
    Optional<SqlCatalog> catalog = FrontendCatalog.open(settings, first, frame);
    FrontendNames.Work work =
        new FrontendNames.Work(
            first, () -> lastContext(settings, network), network.loops().helpers());
    Optional<NameServices> names =
        catalog.map(sql -> FrontendNames.start(settings, sql, router, frame, work));
    frame.add("background deletes", () -> router.drain(work.last().get()));
    BuiltInAccounts accounts = FrontendCatalog.accounts(settings, catalog);
    views.subscribe(new PartitionClassWatch(accounts)::log);
    FrontendAccess access =
        FrontendAccess.open(settings.client().access(), catalog, network.time());
    AuditLog audit = frame.add("audit log", auditLog(settings, network.time(), frame));
    return new Frontend.Services(
        router,
        views,
        accounts,
        new Frontend.Catalogued(
            catalog.map(sql -> sql), names, access.signing(settings.client().signing())),
        access.mint(),
        access.gate(settings, accounts, frame, work),
        audit);
  }

  /** {@code System.out} would hide failed writes. */
  private static AuditLog auditLog(FrontendSettings settings, Time time, ProcessFrame frame) {
    return AuditLog.open(
        settings.client().audit(),
        new FileOutputStream(FileDescriptor.out),
        time,
        BlockingThreads.ofPlatform(),
        frame.metrics());
  }

  private static AnnouncedProcess announcement(FrontendSettings settings, int port, Time time) {
    return new AnnouncedProcess(
        AnnouncedProcess.Kind.FRONTEND,
        settings.process().name(),
        settings.client().port().host() + ":" + port,
        Build.current().toString(),
        time.wallMillis(),
        OptionalInt.of(settings.router().writeQuorum()));
  }

  /** A quarter of the stop timeout is for background work after all clients got their responses. */
  private static RequestContext lastContext(FrontendSettings settings, Network network) {
    Duration limit = settings.process().stopTimeout().dividedBy(4);
    Carrier carrier = network.loops().carriers().getFirst();
    return new RequestContext("stop", carrier, Deadline.after(limit, network.time()));
  }

  private static FrontendConfig.Identity identity(FrontendSettings settings) {
    ClusterConfig cluster = settings.access().cluster();
    return new FrontendConfig.Identity(
        cluster.name(), cluster.dataCenter(), settings.process().name());
  }
}
