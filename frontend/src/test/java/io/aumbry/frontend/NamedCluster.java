package io.aumbry.frontend;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.ContainerRules.Access;
import io.aumbry.catalog.account.ContainerRules.Delivery;
import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.catalog.account.ContainerRules.Storage;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.catalog.sql.name.SqlDatasets;
import io.aumbry.catalog.sql.name.SqlNames;
import io.aumbry.catalog.sql.upload.SqlUploads;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.signed.IdSigner;
import io.aumbry.frontend.access.signed.UrlSigner;
import io.aumbry.frontend.name.Environment;
import io.aumbry.frontend.name.NameUpkeep;
import io.aumbry.frontend.name.NamedUpload;
import io.aumbry.frontend.name.NamesConfig;
import io.aumbry.frontend.name.Removals;
import io.aumbry.frontend.name.catalog.CatalogIds;
import io.aumbry.frontend.name.catalog.CatalogLeases;
import io.aumbry.frontend.name.catalog.CatalogTrash;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.named.NameServices;
import io.aumbry.frontend.rest.signed.Signing;
import io.aumbry.frontend.rest.signed.SigningConfig;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Frontends with HTTP servers over one SQLite catalog and one router in memory. */
final class NamedCluster implements AutoCloseable {
  static final String ACCOUNT = TestAccounts.NAME;

  /** Names of {@link #BOX} may be replaced. */
  static final String BOX = "box";

  private static final KeyRing KEYS =
      new KeyRing(List.of(new KeyRing.Key("one", Secret.of(new byte[32]))));
  static final Signing SIGNING =
      new Signing(new UrlSigner(() -> KEYS), new IdSigner(() -> KEYS), SigningConfig.defaults());

  static final String FIXED = "fixed";
  static final String NAMELESS = "nameless";

  final ShiftedTime time = new ShiftedTime();
  final MemoryRouter router = new MemoryRouter(time, new Random(1));
  final TestAccounts accounts = new TestAccounts();
  final Database database;
  final SqlNames names;
  private final CatalogConfig config;
  final SqlUploads multipart;
  private final SqlDatasets datasets;
  private final EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), time);
  private int started;
  private int running;

  /** The system's time with a wall clock that a test advances. */
  static final class ShiftedTime implements Time {
    private final Time system = new SystemTime();
    private final AtomicLong shift = new AtomicLong();

    void advance(Duration span) {
      shift.addAndGet(span.toMillis());
    }

    @Override
    public long wallMillis() {
      return system.wallMillis() + shift.get();
    }

    @Override
    public long monotonicNanos() {
      return system.monotonicNanos();
    }
  }

  NamedCluster(Path folder) {
    this("sqlite:" + folder.resolve("catalog.db"));
  }

  NamedCluster(String url) {
    this.config = CatalogConfig.defaults().withUrl(url);
    this.database = open(config);
    this.names = new SqlNames(database, Duration.ofSeconds(10));
    this.datasets = new SqlDatasets(database);
    this.multipart = new SqlUploads(database);
    accounts.put(BOX, rules(NameMode.OPTIONAL));
    accounts.put(FIXED, rules(NameMode.NO_UPDATE));
    accounts.put(NAMELESS, rules(NameMode.DISABLED));
  }

  private Database open(CatalogConfig settings) {
    return Databases.open(
        settings,
        new DatabaseEnvironment(
            BlockingThreads.ofPlatform(), time, new Random(started), new Metrics()));
  }

  static ContainerRules rules(NameMode mode) {
    Storage defaults = Storage.DEFAULTS;
    Storage storage =
        new Storage(defaults.partitionClass(), defaults.durability(), false, false, false, false);
    Delivery delivery = Delivery.DEFAULTS;
    return new ContainerRules(
        "",
        storage,
        new Delivery(
            true,
            Optional.empty(),
            "https://app.example",
            delivery.unprefixedMetadata(),
            delivery.downloadContentTypes()),
        Access.DEFAULTS,
        mode);
  }

  void end(String container, Container.Status status) {
    accounts.put(container, status, rules(NameMode.OPTIONAL));
  }

  /** A frontend process. */
  final class Node implements AutoCloseable {
    final HttpRest http;
    private final Metrics metrics = new Metrics();
    private final NameUpkeep upkeep;
    private final Optional<Database> own;
    private boolean isStopped;

    private Node(String process, Optional<Database> own) {
      this.own = own;
      Carrier carrier = loops.carriers().getFirst();
      this.upkeep =
          NameUpkeep.start(
              process,
              new NameUpkeep.Catalog(
                  new CatalogLeases(names),
                  new CatalogIds(names),
                  new CatalogTrash(names, multipart),
                  new NoRemovals()),
              router,
              namesConfig(),
              new Environment(carrier, new Random(started), metrics));
      NamedUpload uploads = new NamedUpload(router, upkeep.leases(), namesConfig(), metrics);
      SqlNames catalog =
          own.map(database -> new SqlNames(database, Duration.ofSeconds(10))).orElse(names);
      NameServices services = new NameServices(catalog, datasets, multipart, uploads);
      this.http =
          new HttpRest(
              new Frontend(
                  new Frontend.Services(
                      router,
                      new FixedCluster(),
                      accounts.withBuiltIn(),
                      new Frontend.Catalogued(
                          Optional.empty(), Optional.of(services), Optional.of(SIGNING)),
                      Rest.MINT,
                      Gate.open(),
                      _ -> {}),
                  Rest.IDENTITY,
                  Rest.CONFIG,
                  time,
                  new Random(100 + started),
                  metrics),
              loops);
      awaitLeases();
    }

    /** Uploads that broke off. */
    int broken() {
      return (int) metrics.value("aumbry_frontend_requests_seconds", "put", "broken");
    }

    @Override
    public void close() {
      if (!isStopped) {
        isStopped = true;
        running--;
        http.close();
        upkeep.stop(context());
        own.ifPresent(Database::close);
      }
    }
  }

  /** Accounts are not in the database here, so no container is ever due. */
  private record NoRemovals() implements Removals {
    @Override
    public Duration retention() {
      return Duration.ofDays(14);
    }

    @Override
    public List<DueRemoval> due(DueRemoval.Query query, RequestContext context) {
      return List.of();
    }

    @Override
    public boolean advance(
        DueRemoval due,
        DueRemoval.Step step,
        Duration retention,
        long nowMillis,
        RequestContext context) {
      throw new AssertionError("nothing is due");
    }

    @Override
    public boolean dropNames(DueRemoval due, RequestContext context) {
      throw new AssertionError("nothing is due");
    }
  }

  private static NamesConfig namesConfig() {
    NamesConfig defaults = NamesConfig.defaults();
    NamesConfig.Lease lease = defaults.lease();
    return new NamesConfig(
        new NamesConfig.Lease(
            Duration.ofMillis(20),
            lease.validity(),
            lease.expiry(),
            lease.asking(),
            lease.resolving()),
        defaults.sweep(),
        new NamesConfig.Trashing(Duration.ofMillis(20), Duration.ofNanos(1)),
        defaults.removal());
  }

  /** Moves the wall clock, and waits until all leases are valid again. */
  void advance(Duration span) {
    time.advance(span);
    awaitLeases();
  }

  private void awaitLeases() {
    long now = time.wallMillis();
    Patience.await()
        .until(() -> {
          long renewed =
              names.writers(context()).stream()
                  .filter(lease -> lease.state() == WriterRecord.State.OPEN)
                  .filter(lease -> lease.renewedMillis() > now)
                  .count();
          return renewed == running;
        });
  }

  Node start() {
    return start(Optional.empty());
  }

  /** Starts a frontend of another data centre, which has a read replica of the database nearby. */
  Node startFar(ReadReplica replica) {
    CatalogConfig.Location here = config.location();
    CatalogConfig.Location far =
        new CatalogConfig.Location(here.url(), Optional.of(replica.url()), here.passwordFile());
    return start(Optional.of(open(new CatalogConfig(far, config.limits(), config.snapshot()))));
  }

  private Node start(Optional<Database> own) {
    started++;
    running++;
    return new Node("front-" + started, own);
  }

  RequestContext context() {
    return new RequestContext(
        "test", loops.carriers().getFirst(), Deadline.after(Patience.LIMIT, time));
  }

  @Override
  public void close() {
    database.close();
    loops.close();
  }
}
