package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadStore;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.TrashItem.Reason;
import io.aumbry.frontend.name.Trash;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The trash in the catalog. An idle trash costs reads, not transactions. */
public record CatalogTrash(NameStore names, UploadStore uploads) implements Trash {
  @Override
  public List<Row> claim(
      String claimant, int most, long nowMillis, long untilMillis, RequestContext context) {
    Duration lease = Duration.ofMillis(untilMillis - nowMillis);
    List<Row> rows = new ArrayList<>();
    List<Integer> shards = new ArrayList<>(names.dueUpkeep(nowMillis, context).trashShards());
    // With a backlog, each shard gets its turn.
    Collections.rotate(shards, (int) (nowMillis % TrashItem.SHARDS));
    for (int shard : shards) {
      int limit = most - rows.size();
      if (limit > 0) {
        var take = new UpkeepCommand.TakeTrash(shard, nowMillis, lease, limit);
        for (TrashItem item : names.apply(take, context)) {
          rows.add(new Row(item.blob(), item.notBeforeMillis(), item.reason() == Reason.EXPIRED));
        }
      }
    }
    return rows;
  }

  @Override
  public void drop(List<BlobId> blobs, RequestContext context) {
    names.apply(new UpkeepCommand.DropTrash(blobs), context);
  }

  @Override
  public boolean addExpired(long nowMillis, RequestContext context) {
    boolean hasMoreNames = reapNames(nowMillis, context);
    return reapUploads(nowMillis, context) || hasMoreNames;
  }

  private boolean reapNames(long nowMillis, RequestContext context) {
    if (!names.dueUpkeep(nowMillis, context).names()) {
      return false;
    }
    var reap = new UpkeepCommand.ReapNames(nowMillis, UpkeepCommand.MAX_ROWS);
    return names.apply(reap, context) == UpkeepCommand.MAX_ROWS;
  }

  /** A command reaps a part of the due uploads. */
  private boolean reapUploads(long nowMillis, RequestContext context) {
    return uploads.isReapDue(nowMillis, context)
        && uploads.apply(new UploadCommand.Reap(nowMillis), context) > 0;
  }
}
