package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.Catalog;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadStore;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.name.Removals;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.List;

/**
 * The deleted containers of the catalog. An account of the catalog with the id of the built-in one
 * is hidden, so that blobs with this id do not belong to it.
 */
public record CatalogRemovals(
    Catalog catalog, NameStore names, UploadStore uploads, Duration retention) implements Removals {
  @Override
  public List<DueRemoval> due(DueRemoval.Query query, RequestContext context) {
    return catalog.dueRemovals(query, context).stream()
        .filter(due -> due.account() != BuiltInAccounts.ID)
        .toList();
  }

  @Override
  public boolean advance(
      DueRemoval due,
      DueRemoval.Step step,
      Duration retention,
      long nowMillis,
      RequestContext context) {
    var change = new AccountCommand.AdvanceRemoval(due, step, retention, nowMillis);
    return catalog.apply(change, context) instanceof ChangeResult.Done;
  }

  @Override
  public boolean dropNames(DueRemoval due, RequestContext context) {
    ContainerRef container = new ContainerRef(due.account(), due.container());
    long now = context.carrier().time().wallMillis();
    if (uploads.apply(new UploadCommand.Purge(container, now), context) > 0) {
      return true;
    }
    var drop = new UpkeepCommand.DropNames(container, UpkeepCommand.MAX_ROWS);
    return names.apply(drop, context) == UpkeepCommand.MAX_ROWS;
  }
}
