package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.tests.simulation.catalog.SimulatedCatalog;
import io.aumbry.tests.simulation.cluster.SimulatedCluster.OpenReplica;
import java.util.Set;
import java.util.TreeSet;

/**
 * Blobs that were stored for a name, are alive and have none, by the records of all stores, and
 * work that frontends have left to do.
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
        .filter(id -> id.isNamed() || names.blob(id).isPresent())
        .filter(id -> !named.contains(id))
        .filter(id ->
            replica.store().look(id, context).filter(known -> !known.state().deleted()).isPresent())
        .forEach(id -> found.add(id + " has no name, but is alive at " + replica.node()));
    looked++;
  }

  Set<String> found() {
    found.addAll(catalog.backlog());
    return found;
  }

  int looked() {
    return looked;
  }
}
