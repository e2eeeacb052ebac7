package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.frontend.name.Trash;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The trash in the catalog. An idle trash costs a read, not a transaction. Confined to the thread of
 * the trash worker.
 */
public final class CatalogTrash implements Trash {
  private final NameStore names;

  /** The items of the last claim, as they are in the database. */
  private final Map<BlobId, TrashItem> claimed = new LinkedHashMap<>();

  public CatalogTrash(NameStore names) {
    this.names = names;
  }

  @Override
  public List<Row> claim(
      String claimant, int most, long nowMillis, long untilMillis, RequestContext context) {
    claimed.clear();
    Duration lease = Duration.ofMillis(untilMillis - nowMillis);
    List<Row> rows = new ArrayList<>();
    for (int shard : names.dueUpkeep(nowMillis, context).trashShards()) {
      int limit = most - rows.size();
      if (limit > 0) {
        var take = new UpkeepCommand.TakeTrash(shard, nowMillis, lease, limit);
        for (TrashItem item : names.apply(take, context)) {
          claimed.put(item.blob(), item);
          rows.add(new Row(item.blob(), nowMillis));
        }
      }
    }
    return rows;
  }

  @Override
  public void drop(List<BlobId> blobs, RequestContext context) {
    List<TrashItem> items =
        blobs.stream().flatMap(blob -> Optional.ofNullable(claimed.get(blob)).stream()).toList();
    names.apply(new UpkeepCommand.DropTrash(items), context);
  }

  @Override
  public boolean addExpired(long nowMillis, RequestContext context) {
    if (!names.dueUpkeep(nowMillis, context).names()) {
      return false;
    }
    var reap = new UpkeepCommand.ReapNames(nowMillis, UpkeepCommand.MAX_ROWS);
    return names.apply(reap, context) == UpkeepCommand.MAX_ROWS;
  }
}
