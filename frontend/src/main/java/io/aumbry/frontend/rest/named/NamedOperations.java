package io.aumbry.frontend.rest.named;

import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.BlobReading;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.NamedAddress;
import io.aumbry.frontend.rest.Route;
import java.util.function.Function;

/** All operations with names. */
public final class NamedOperations {
  private final NamedPuts puts;
  private final NamedReads reads;
  private final NamedLists lists;
  private final NamedChanges changes;

  public NamedOperations(NameServices services, NamedPuts puts, NamedChanges changes) {
    this.puts = puts;
    this.reads = new NamedReads(services.names());
    this.lists = new NamedLists(services.names());
    this.changes = changes;
  }

  /** Changes of blobs that were stored for a name. */
  public NamedChanges changes() {
    return changes;
  }

  /**
   * Answers a request.
   *
   * @param blobs answers the read of a blob
   */
  public Answer answer(Route.OfName route, Call call, Function<Route, Answer> blobs) {
    return switch (route) {
      case Route.PutNamed(NamedAddress name) -> puts.put(name, call);
      case Route.ReadNamed(NamedAddress name, BlobReading reading) ->
          reads.read(name, reading, call, blobs);
      case Route.DeleteNamed(NamedAddress name) -> changes.delete(name, call);
      case Route.UpdateNamedTtl(NamedAddress name) -> changes.updateTtl(name, call);
      case Route.ListNames(Owner owner) -> lists.list(owner, call);
    };
  }
}
