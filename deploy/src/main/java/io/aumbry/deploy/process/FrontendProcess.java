package io.aumbry.deploy.process;

import io.aumbry.cluster.AnnouncedProcess;
import io.aumbry.config.ClusterKeys;
import io.aumbry.config.CommonKeys;
import io.aumbry.config.FrontendKeys;
import io.aumbry.config.Key;
import io.aumbry.config.PerContainer;
import io.aumbry.config.RouterKeys;
import io.aumbry.config.Settings;
import io.aumbry.frontend.Frontend;
import io.aumbry.frontend.FrontendConfig;
import io.aumbry.frontend.account.Accounts;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.ClusterRouter;
import io.aumbry.router.Durability;
import io.aumbry.router.Router.Policy;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.SteadyViews;
import io.aumbry.router.journal.LeftOverJournal;
import io.aumbry.router.journal.LeftOvers;
import io.aumbry.transport.http.HttpServer;
import io.aumbry.transport.node.SocketNodeClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A frontend: HTTP from clients, through a router, to storage nodes. */
final class FrontendProcess {
  private static final Logger LOG = LoggerFactory.getLogger(FrontendProcess.class);

  private FrontendProcess() {}

  static RunningProcess start(Settings settings, Time time) {
    return ProcessFrame.start(settings, frame -> assemble(settings, time, frame));
  }

  private static Supplier<Optional<String>> assemble(
      Settings settings, Time time, ProcessFrame frame) throws InterruptedException {
    RandomGenerator random = SystemRandom.fast();
    Network network = Network.open(settings, time, frame);
    RouterConfig routing = router(settings);
    Carrier first = network.loops().carriers().getFirst();
    ClusterViews views = SteadyViews.of(network.views(), routing, first, frame.metrics());
    SocketNodeClient client = network.client();
    views.subscribe(view -> client.warm(view.nodes()));

    LeftOvers leftOvers = frame.add("left-overs", leftOvers(settings));
    ClusterRouter router =
        new ClusterRouter(views, client, routing, time, random, frame.metrics(), leftOvers);
    frame.add("background deletes", () -> router.drain(lastContext(settings, network)));
    router.resume(first);
    Accounts accounts = new BuiltInAccounts(container -> policy(container, settings));
    views.subscribe(new ClassWatch(accounts.forServices())::log);
    Frontend frontend =
        new Frontend(router, accounts, frontend(settings), time, random, frame.metrics());
    HttpServer server =
        frame.add(
            "http server",
            HttpServer.start(
                network.loops(),
                TransportSettings.httpServer(settings),
                TransportSettings.clientTls(settings),
                frontend));
    server.figures().register(frame.metrics(), "frontend.http");
    frame.add("status", frontend.status()::shutDown);
    network.views().announce(announcement(settings, server.port(), time));
    LOG.atInfo()
        .addKeyValue("process", frame.name())
        .addKeyValue("host", settings.value(FrontendKeys.HOST))
        .addKeyValue("port", server.port())
        .log("serving clients");
    return new FrontendReadiness(views, client, routing.writeQuorum(), router::bodyMemoryStrained)
        ::missing;
  }

  private static AnnouncedProcess announcement(Settings settings, int port, Time time) {
    return new AnnouncedProcess(
        AnnouncedProcess.Kind.FRONTEND,
        settings.value(CommonKeys.NAME),
        settings.value(FrontendKeys.HOST) + ":" + port,
        Build.current().toString(),
        time.wallMillis());
  }

  /** Without a folder for state there is nowhere to note them. */
  private static LeftOvers leftOvers(Settings settings) {
    return settings
        .find(CommonKeys.STATE)
        .map(folder -> LeftOverJournal.open(folder, BlockingThreads.ofPlatform()))
        .orElseGet(LeftOvers::none);
  }

  /** A quarter of a stop is for what goes on in the background once all clients are answered. */
  private static RequestContext lastContext(Settings settings, Network network) {
    Duration limit = settings.value(CommonKeys.STOP_TIMEOUT).dividedBy(4);
    Carrier carrier = network.loops().carriers().getFirst();
    return new RequestContext("stop", carrier, Deadline.after(limit, network.time()));
  }

  private static FrontendConfig frontend(Settings settings) {
    return new FrontendConfig(
        new FrontendConfig.Identity(
            settings.value(ClusterKeys.CLUSTER_NAME),
            settings.value(ClusterKeys.DATA_CENTER),
            settings.value(CommonKeys.NAME)),
        settings.value(FrontendKeys.REQUEST_TIMEOUT),
        settings.value(FrontendKeys.TRANSFER_TIMEOUT),
        settings.value(FrontendKeys.MAX_BLOB_SIZE).bytes(),
        new FrontendConfig.Requests(settings.value(FrontendKeys.MAX_REQUESTS), shares(settings)),
        settings.value(FrontendKeys.CACHE_VALIDITY),
        settings.find(FrontendKeys.PATH_PREFIXES).orElse(List.of()));
  }

  private static Shares shares(Settings settings) {
    int address = settings.value(FrontendKeys.ADDRESS_SHARE);
    return new Shares(
        settings.value(FrontendKeys.CONNECTION_SHARE),
        address,
        address,
        settings.value(FrontendKeys.SLOW_RATE).bytes());
  }

  private static Policy policy(String container, Settings settings) {
    PartitionClass partitions =
        find(container, FrontendKeys.PARTITION_CLASSES, settings)
            .map(PartitionClass::new)
            .orElse(PartitionClass.DEFAULT);
    FrontendKeys.Durability level =
        find(container, FrontendKeys.CONTAINER_DURABILITY, settings)
            .orElseGet(() -> settings.value(FrontendKeys.DURABILITY));
    return new Policy(partitions, durability(level));
  }

  private static <T> Optional<T> find(
      String container, Key<List<PerContainer<T>>> key, Settings settings) {
    return PerContainer.find(container, settings.find(key).orElse(List.of()));
  }

  private static Durability durability(FrontendKeys.Durability level) {
    return switch (level) {
      case LOCAL -> Durability.LOCAL;
      case REMOTE -> Durability.REMOTE;
      case MAJORITY -> Durability.MAJORITY;
    };
  }

  private static RouterConfig router(Settings settings) {
    RouterConfig defaults = RouterConfig.defaults();
    RouterConfig.Hedge hedge = defaults.hedge();
    return new RouterConfig(
        settings.value(RouterKeys.WRITE_QUORUM),
        Math.toIntExact(settings.value(RouterKeys.CHUNK_SIZE).bytes()),
        new RouterConfig.Memory(
            settings.value(RouterKeys.BODY_MEMORY).bytes(),
            defaults.memory().patience(),
            shares(settings)),
        defaults.pipeline(),
        settings.value(RouterKeys.NODE_TIMEOUT),
        new RouterConfig.Hedge(
            hedge.quantile(),
            hedge.initialDelay(),
            settings.value(RouterKeys.HEDGE_PERCENT) / 100.0));
  }
}
