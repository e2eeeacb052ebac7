package io.aumbry.catalog;

import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;
import java.util.Map;

/**
 * Accounts and identities. Changes park the thread of the request. They fail with {@code
 * CATALOG_UNAVAILABLE} if the database cannot be reached. They never report a failure for a change
 * that was made; {@code OUTCOME_UNKNOWN} means that it may have been.
 */
public interface Catalog {
  /** Applies a change. The snapshot of this process includes it afterwards. */
  <R> R apply(AccountCommand<R> command, RequestContext context);

  /** Applies a change. The snapshot of this process includes it afterwards. */
  <R> R apply(IdentityCommand<R> command, RequestContext context);

  /** When keys were used last, in wall time by key id. Keys that were never used are missing. */
  Map<String, Long> keyUses(List<String> keys, RequestContext context);

  /** The deleted containers to remove, from the newest committed state of the database. */
  List<DueRemoval> dueRemovals(DueRemoval.Query query, RequestContext context);

  /** The newest known accounts and identities, also while the database is down. Never waits. */
  CatalogSnapshot snapshot();
}
