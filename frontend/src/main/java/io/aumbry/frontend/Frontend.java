package io.aumbry.frontend;

import io.aumbry.catalog.Catalog;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.audit.Audit;
import io.aumbry.frontend.http.PathPrefixes;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.Registry;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.Routes;
import io.aumbry.frontend.rest.SignedIds;
import io.aumbry.frontend.rest.account.AccountReads;
import io.aumbry.frontend.rest.account.AccountWrites;
import io.aumbry.frontend.rest.blob.BlobLocations;
import io.aumbry.frontend.rest.blob.BlobStatus;
import io.aumbry.frontend.rest.blob.CacheFields;
import io.aumbry.frontend.rest.blob.Changes;
import io.aumbry.frontend.rest.blob.ChunkUploads;
import io.aumbry.frontend.rest.blob.Reads;
import io.aumbry.frontend.rest.blob.Stitches;
import io.aumbry.frontend.rest.blob.Uploads;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.frontend.rest.cluster.ClusterReports;
import io.aumbry.frontend.rest.cluster.UsageReports;
import io.aumbry.frontend.rest.dataset.DatasetOperations;
import io.aumbry.frontend.rest.dataset.DatasetSettings;
import io.aumbry.frontend.rest.dataset.DatasetVersions;
import io.aumbry.frontend.rest.identity.IdentitiesEndpoint;
import io.aumbry.frontend.rest.identity.KeyMint;
import io.aumbry.frontend.rest.named.NameServices;
import io.aumbry.frontend.rest.named.NamedChanges;
import io.aumbry.frontend.rest.named.NamedOperations;
import io.aumbry.frontend.rest.named.NamedPuts;
import io.aumbry.frontend.rest.named.NamedUploads;
import io.aumbry.frontend.rest.probe.Probes;
import io.aumbry.frontend.rest.signed.SignedRequests;
import io.aumbry.frontend.rest.signed.SignedUrls;
import io.aumbry.frontend.rest.signed.Signing;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.HttpHandler;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The REST API over a router. Stateless and thread-safe. */
public final class Frontend implements HttpHandler {
  private final ClientRequestFrame frame;
  private final FrontendStatus status = new FrontendStatus();
  private final Uploads uploads;
  private final Reads reads;
  private final BlobLocations places;
  private final Changes changes;
  private final Probes probes;
  private final AccountReads accounts;
  private final AccountWrites accountWrites;
  private final IdentitiesEndpoint identities;
  private final BlobStatus blobStatus;
  private final ClusterReports cluster;
  private final UsageReports usage;
  private final Optional<Stitches> stitches;
  private final Optional<SignedUrls> signedUrls;
  private final Optional<NamedOperations> names;
  private final Optional<DatasetOperations> datasets;

  /**
   * The components that requests use.
   *
   * @param mint draws ids and secrets of identities
   */
  public record Services(
      Router router,
      ClusterViews views,
      BuiltInAccounts accounts,
      Catalogued catalogued,
      KeyMint mint,
      Gate gate,
      Audit audit) {}

  /** The components that need a catalog or keys, which a cluster may not have. */
  public record Catalogued(
      Optional<Catalog> catalog, Optional<NameServices> names, Optional<Signing> signing) {
    public static final Catalogued NONE =
        new Catalogued(Optional.empty(), Optional.empty(), Optional.empty());
  }

  public Frontend(
      Services services,
      FrontendConfig.Identity identity,
      FrontendConfig config,
      Time time,
      RandomGenerator random,
      Metrics metrics) {
    Router router = services.router();
    Owners owners = new Owners(services.accounts());
    Registry registry = new Registry(owners, services.accounts()::snapshot);
    JsonBody json = new JsonBody(config.requests().shares(), time);
    PathPrefixes prefixes =
        new PathPrefixes(
            config.paths().prefixes(), config.paths().securePrefix(), identity.cluster());
    Optional<Signing> signing = services.catalogued().signing();
    Routes routes = new Routes(registry, prefixes, new SignedIds(signing.map(Signing::ids)));
    this.frame =
        new ClientRequestFrame(
            frameParts(services, identity, routes, time), config, time, random, metrics);
    Optional<ChunkUploads> chunks =
        signing.map(keys -> new ChunkUploads(keys.ids(), keys.config().chunks()));
    Uploads.Limits limits = new Uploads.Limits(config.maxBlobSize(), config.ttl(), chunks);
    this.uploads = new Uploads(router, owners, time, limits);
    this.reads = new Reads(router, time, new CacheFields(time, config.cacheValidity()));
    this.places = new BlobLocations(router);
    this.changes = new Changes(router, time);
    this.probes = new Probes(status::isUp);
    this.accounts = new AccountReads(services.accounts(), json, services.accounts().retention());
    this.accountWrites =
        new AccountWrites(
            services.accounts(),
            services.catalogued().catalog(),
            json,
            time,
            services.accounts().retention());
    this.identities =
        new IdentitiesEndpoint(
            registry, services.catalogued().catalog(), services.mint(), json, time);
    this.blobStatus = new BlobStatus(router, services.views());
    this.stitches = signing.map(keys -> new Stitches(router, json, keys.ids(), time));
    this.signedUrls = signing.map(keys -> new SignedUrls(keys.urls(), keys.config(), time, random));
    Optional<NameServices> named = services.catalogued().names();
    this.names = named.map(service -> namedOperations(service, router, time, random));
    this.datasets =
        named.map(service ->
            new DatasetOperations(
                new DatasetSettings(service.datasets(), owners, json, time),
                new DatasetVersions(service, namedUploads(), changes, time, random)));
    this.cluster = new ClusterReports(services.views(), json, time, identity.cluster());
    this.usage = new UsageReports(router, json, identity.cluster());
  }

  private NamedUploads namedUploads() {
    return new NamedUploads(uploads, stitches);
  }

  private NamedOperations namedOperations(
      NameServices service, Router router, Time time, RandomGenerator random) {
    return new NamedOperations(
        service,
        new NamedPuts(service, namedUploads(), random),
        new NamedChanges(service, router, changes, time));
  }

  private static ClientRequestFrame.Parts frameParts(
      Services services, FrontendConfig.Identity identity, Routes routes, Time time) {
    Optional<Signing> signing = services.catalogued().signing();
    return new ClientRequestFrame.Parts(
        identity,
        routes,
        new SignedRequests(signing.map(Signing::urls), time),
        services.gate(),
        services.audit());
  }

  /** Decides the answer of {@code /healthCheck}. */
  public FrontendStatus status() {
    return status;
  }

  @Override
  public void handle(HttpExchange exchange) {
    frame.run(exchange, this::answer);
  }

  @Override
  public HttpAnswer refuse(HttpFault fault) {
    return frame.refuse(fault);
  }

  private NamedOperations names() {
    return names.orElseThrow(Frontend::noCatalog);
  }

  private static Refusal noKeys() {
    return new Refusal(
        RestError.BAD_REQUEST, "Signed URLs and ids are not enabled: this frontend has no keys");
  }

  private static Refusal noCatalog() {
    return new Refusal(RestError.BAD_REQUEST, "Names are not enabled: this cluster has no catalog");
  }

  private Answer answer(Route route, Call call) {
    return switch (route) {
      case Route.Upload(var owner) -> uploads.answer(owner, call);
      case Route.Content(var blob, var headOnly) ->
          headOnly ? reads.head(blob, call) : reads.get(blob, call);
      case Route.Properties(var blob) -> reads.info(blob, call);
      case Route.Metadata(var blob) -> reads.userMetadata(blob, call);
      case Route.Segment(var blob, var number, var headOnly) ->
          reads.segment(blob, number, headOnly, call);
      case Route.ChunkIds(var blob) -> places.chunkIds(blob, call);
      case Route.Replicas(var blob) -> places.replicas(blob, call);
      case Route.Delete(var blob) ->
          blob.id().isNamed() ? names().changes().delete(blob, call) : changes.delete(blob, call);
      case Route.UpdateTtl(var blob) ->
          blob.id().isNamed()
              ? names().changes().updateTtl(blob, call)
              : changes.updateTtl(blob, call);
      case Route.Undelete(var blob) ->
          blob.id().isNamed()
              ? names().changes().undelete(blob, call)
              : changes.undelete(blob, call);
      case Route.Stitch(var owner) ->
          uploads.stitch(owner, stitches.orElseThrow(Frontend::noKeys), call);
      case Route.OfSigning signing -> signedUrls.orElseThrow(Frontend::noKeys).sign(signing, call);
      case Route.OfDataset dataset ->
          datasets
              .orElseThrow(Frontend::noCatalog)
              .answer(dataset, call, blob -> answer(blob, call));
      case Route.OfName named -> names().answer(named, call, blob -> answer(blob, call));
      case Route.Preflight(var allowedOrigin) -> Probes.preflight(allowedOrigin, call);
      case Route.Health() -> probes.health(call);
      case Route.Absent(var _, var why) -> throw why;
      case Route.Unroutable(var why) -> throw why;
      case Route.OfIdentity(var target) -> identities.answer(target, call);
      case Route.Status(var blob) -> blobStatus.answer(blob, call);
      case Route.Peers() -> cluster.peers(call);
      case Route.ClusterMap() -> cluster.snapshot(call);
      case Route.Resources() -> cluster.resources(call);
      case Route.Usage() -> usage.report(call);
      case Route.ReadAccounts(var account) -> accounts.accounts(account, call);
      case Route.ReadContainer(var owner) -> accounts.container(owner, call);
      case Route.ChangeAccounts() -> accountWrites.accounts(call);
      case Route.ChangeContainers(var account) -> accountWrites.containers(account, call);
    };
  }
}
