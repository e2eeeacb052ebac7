package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.name.NameCatalog;
import io.aumbry.catalog.name.NameCatalog.Freshness;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.BlobReading;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.NamedAddress;
import io.aumbry.frontend.rest.Names;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.blob.Reads;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.function.Function;

/** {@code GET} and {@code HEAD} of a name and of the parts of its blob. */
public final class NamedReads {
  private final NameCatalog names;

  public NamedReads(NameCatalog names) {
    this.names = names;
  }

  /**
   * Reads the blob of a name.
   *
   * @param operation serves the read of the blob
   */
  public Answer read(
      NamedAddress name, BlobReading reading, Call call, Function<Route, Answer> operation) {
    NameRules.check(name.owner(), call.arguments());
    NameVersion version = version(name, call);
    try {
      return operation.apply(reading.route().apply(name.blob(version.content().blob())));
    } catch (Refusal absent) {
      throw absent.error() == RestError.NOT_FOUND ? missing(name, version) : absent;
    }
  }

  /** A name without its blob: it is deleted for good, or no replica that has it was reached. */
  private static RuntimeException missing(NamedAddress name, NameVersion version) {
    return version.state() == NameVersion.State.LIVE
        ? new AumbryException(
            ErrorCode.REPLICA_UNAVAILABLE,
            "name '" + name.text() + "' has blob " + version.content().blob() + ", which was not found")
        : deleted(name);
  }

  private NameVersion version(NamedAddress name, Call call) {
    Reads.Scope scope = Reads.scope(call.arguments());
    NameLookup lookup =
        names.find(name.name(), freshness(call.arguments()), call.context());
    return switch (lookup) {
      case NameLookup.Live(NameVersion version) -> version;
      case NameLookup.Expired(NameVersion version) when scope.expired() -> version;
      case NameLookup.Deleted(NameVersion version) when scope.deleted() -> version;
      case NameLookup.Expired _ ->
          throw new Refusal(RestError.DELETED, "The blob of '" + name.text() + "' has expired");
      case NameLookup.Deleted _ -> throw deleted(name);
      case NameLookup.Missing _ -> throw notFound(name);
    };
  }

  static Freshness freshness(Arguments arguments) {
    return arguments.flag(Names.LOCAL_GET) ? Freshness.LAGGING : Freshness.CURRENT;
  }

  static Refusal deleted(NamedAddress name) {
    return new Refusal(RestError.DELETED, "The name '" + name.text() + "' has been deleted");
  }

  static Refusal notFound(NamedAddress name) {
    return new Refusal(
        RestError.NOT_FOUND,
        "Container '" + name.owner() + "' has no name '" + name.text() + "'");
  }
}
