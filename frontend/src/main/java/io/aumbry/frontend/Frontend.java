package io.aumbry.frontend;

import io.aumbry.catalog.Catalog;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.audit.Audit;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.JsonBody;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.PathPrefixes;
import io.aumbry.frontend.rest.Probes;
import io.aumbry.frontend.rest.Registry;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.Routes;
import io.aumbry.frontend.rest.account.AccountReads;
import io.aumbry.frontend.rest.account.AccountWrites;
import io.aumbry.frontend.rest.blob.BlobLocations;
import io.aumbry.frontend.rest.blob.BlobStatus;
import io.aumbry.frontend.rest.blob.CacheFields;
import io.aumbry.frontend.rest.blob.Changes;
import io.aumbry.frontend.rest.blob.Reads;
import io.aumbry.frontend.rest.blob.Uploads;
import io.aumbry.frontend.rest.cluster.ClusterReports;
import io.aumbry.frontend.rest.identity.IdentitiesEndpoint;
import io.aumbry.frontend.rest.identity.KeyMint;
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

  /**
   * The components that requests use.
   *
   * @param catalog absent in clusters without one
   * @param mint draws ids and secrets of identities
   */
  public record Services(
      Router router,
      ClusterViews views,
      BuiltInAccounts accounts,
      Optional<Catalog> catalog,
      KeyMint mint,
      Gate gate,
      Audit audit) {}

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
    ClientRequestFrame.Parts parts =
        new ClientRequestFrame.Parts(
            identity, new Routes(registry, prefixes), services.gate(), services.audit());
    this.frame = new ClientRequestFrame(parts, config, time, random, metrics);
    this.uploads =
        new Uploads(router, owners, time, new Uploads.Limits(config.maxBlobSize(), config.ttl()));
    this.reads = new Reads(router, time, new CacheFields(time, config.cacheValidity()));
    this.places = new BlobLocations(router);
    this.changes = new Changes(router, owners, time);
    this.probes = new Probes(status::isUp);
    this.accounts = new AccountReads(services.accounts());
    this.accountWrites =
        new AccountWrites(
            services.accounts(), services.catalog(), json, time, services.accounts().retention());
    this.identities =
        new IdentitiesEndpoint(registry, services.catalog(), services.mint(), json, time);
    this.blobStatus = new BlobStatus(router, services.views());
    this.cluster = new ClusterReports(services.views(), time, identity.cluster());
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
      case Route.Delete(var blob) -> changes.delete(blob, call);
      case Route.UpdateTtl(var blob) -> changes.updateTtl(blob, call);
      case Route.Undelete(var blob) -> changes.undelete(blob, call);
      case Route.Preflight(var allowedOrigin) -> Probes.preflight(allowedOrigin, call);
      case Route.Health() -> probes.health(call);
      case Route.Unroutable(var why) -> throw why;
      case Route.OfIdentity(var target) -> identities.answer(target, call);
      case Route.Status(var blob) -> blobStatus.answer(blob, call);
      case Route.Peers() -> cluster.peers(call);
      case Route.ClusterMap() -> cluster.snapshot(call);
      case Route.Resources() -> cluster.resources(call);
      case Route.ReadAccounts(var account) -> accounts.accounts(account, call);
      case Route.ReadContainer(var owner) -> accounts.container(owner, call);
      case Route.ChangeAccounts() -> accountWrites.accounts(call);
      case Route.ChangeContainers(var account) -> accountWrites.containers(account, call);
    };
  }
}
