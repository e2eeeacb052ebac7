package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.name.NameCatalog;
import io.aumbry.catalog.name.NameCatalog.Freshness;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.BlobReading;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.NamedAddress;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.blob.Reads;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.function.Function;
import java.util.function.Supplier;

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
    Reads.Scope scope = Reads.scope(call);
    NameLookup lookup = names.find(name.name(), freshness(call.arguments()), call.context());
    NameVersion version = readable(lookup, name.text(), scope);
    return read(
        version,
        name.text(),
        () -> operation.apply(reading.route().apply(name.blob(version.content().blob()))));
  }

  /**
   * Runs the read of the blob of a version. A missing blob was deleted for good, or no replica that
   * has it was reached.
   *
   * @param name for errors
   */
  public static Answer read(NameVersion version, String name, Supplier<Answer> operation) {
    try {
      return operation.get();
    } catch (Refusal refusal) {
      if (refusal.error() != RestError.NOT_FOUND) {
        throw refusal;
      }
      if (version.state() != NameVersion.State.LIVE) {
        throw deleted(name);
      }
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE,
          "name '" + name + "' has blob " + version.content().blob() + ", which was not found");
    }
  }

  /**
   * The version of a name, if the request asks for its state.
   *
   * @param name for errors
   * @throws Refusal 404 or 410
   */
  public static NameVersion readable(NameLookup lookup, String name, Reads.Scope scope) {
    return switch (lookup) {
      case NameLookup.Live(NameVersion version) -> version;
      case NameLookup.Expired(NameVersion version) when scope.expired() -> version;
      case NameLookup.Deleted(NameVersion version) when scope.deleted() -> version;
      case NameLookup.Expired _ ->
          throw new Refusal(RestError.DELETED, "The blob of '" + name + "' has expired");
      case NameLookup.Deleted _ -> throw deleted(name);
      case NameLookup.Missing _ -> throw notFound(name);
    };
  }

  static Freshness freshness(Arguments arguments) {
    return arguments.flag(Names.LOCAL_GET) ? Freshness.LAGGING : Freshness.CURRENT;
  }

  static Refusal deleted(String name) {
    return new Refusal(RestError.DELETED, "The name '" + name + "' has been deleted");
  }

  static Refusal notFound(String name) {
    return new Refusal(RestError.NOT_FOUND, "There is no name '" + name + "'");
  }
}
