package io.aumbry.tests.simulation.catalog;

import io.aumbry.catalog.command.NameCommand;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.DueUpkeep;
import io.aumbry.catalog.name.NameCalls;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NamesContract;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The catalog of the simulator keeps the promises of the real one. */
final class NameTablesTest extends NamesContract {
  private NameTables tables = new NameTables();

  @Override
  protected NameCalls openNames() {
    return new NameCalls(new Store(), new PlainCarrier());
  }

  @Override
  protected void clearNames() {
    tables = new NameTables();
    on.open(NameCalls.WRITER);
  }

  @Override
  protected void moveToHistory() {
    tables.moveToHistory();
  }

  /** The tables as a store. The simulator lists names without pages. */
  private final class Store implements NameStore {
    @Override
    public <R> R apply(NameCommand<R> command, RequestContext context) {
      return tables.apply(command);
    }

    @Override
    public NameLookup find(BlobName name, Freshness freshness, RequestContext context) {
      return tables.find(name, now(context));
    }

    private static long now(RequestContext context) {
      return context.carrier().time().wallMillis();
    }

    @Override
    public NameListing list(NameListing.Query query, Freshness freshness, RequestContext context) {
      throw new UnsupportedOperationException("the simulator has no pages");
    }

    @Override
    public Set<BlobId> known(Collection<BlobId> blobs, RequestContext context) {
      return tables.known(blobs);
    }

    @Override
    public List<WriterRecord> writers(RequestContext context) {
      return tables.writers();
    }

    @Override
    public DueUpkeep dueUpkeep(long nowMillis, RequestContext context) {
      return new DueUpkeep(tables.isNameDue(nowMillis), tables.dueShards(nowMillis));
    }
  }
}
