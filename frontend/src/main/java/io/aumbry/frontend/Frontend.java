package io.aumbry.frontend;

import io.aumbry.frontend.account.Accounts;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.BlobLocations;
import io.aumbry.frontend.rest.CacheFields;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Changes;
import io.aumbry.frontend.rest.PathPrefixes;
import io.aumbry.frontend.rest.Probes;
import io.aumbry.frontend.rest.Reads;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.Routes;
import io.aumbry.frontend.rest.Uploads;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.HttpHandler;
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

  public Frontend(
      Router router,
      Accounts accounts,
      FrontendConfig.Identity identity,
      FrontendConfig config,
      Time time,
      RandomGenerator random,
      Metrics metrics) {
    PathPrefixes prefixes = new PathPrefixes(config.pathPrefixes(), identity.cluster());
    this.frame =
        new ClientRequestFrame(
            identity, config, new Routes(accounts, prefixes), time, random, metrics);
    this.uploads = new Uploads(router, accounts, time, config.maxBlobSize());
    this.reads = new Reads(router, time, new CacheFields(time, config.cacheValidity()));
    this.places = new BlobLocations(router);
    this.changes = new Changes(router, accounts, time);
    this.probes = new Probes(status::isUp);
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
      case Route.Upload() -> uploads.answer(call);
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
    };
  }
}
