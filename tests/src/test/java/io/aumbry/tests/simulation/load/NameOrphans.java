package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.tests.simulation.catalog.SimulatedCatalog;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import java.util.Set;
import java.util.TreeSet;

/**
 * Blobs that were stored for a name, are alive and have none, or are alive in a deleted container,
 * by the records of all stores, and work that frontends have left to do.
 */
final class NameOrphans {
  private final SimulatedCatalog catalog;
  private final NameLedger names;
  private final Set<String> found = new TreeSet<>();
  private int looked;

  NameOrphans(SimulatedCatalog catalog, NameLedger names) {
    this.catalog = catalog;
    this.names = names;
  }

  void look(OpenReplica replica) {
    Set<BlobId> named = Set.copyOf(catalog.names().values());
    var context = Agreement.context(replica.process());
    Leaks.summaries(replica).stream()
        .filter(RecordSummary::isPut)
        .map(RecordSummary::id)
        .filter(id -> id.isNamed() || names.blob(id).isPresent() || isOfDeletedContainer(id))
        .filter(id -> !named.contains(id))
        .filter(id ->
            replica.store().look(id, context).filter(known -> !known.state().deleted()).isPresent())
        .forEach(id -> found.add(id + reason(id) + ", but is alive at " + replica.node()));
    looked++;
  }

  private boolean isOfDeletedContainer(BlobId id) {
    return catalog.isDeleted(DeletedContainer.Key.of(id)) && id.kind().isPublic();
  }

  private String reason(BlobId id) {
    return isOfDeletedContainer(id) ? " is in a deleted container" : " has no name";
  }

  Set<String> found() {
    found.addAll(catalog.backlog());
    return found;
  }

  int looked() {
    return looked;
  }
}
