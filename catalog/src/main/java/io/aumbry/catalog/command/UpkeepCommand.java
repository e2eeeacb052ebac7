package io.aumbry.catalog.command;

import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.protocol.blob.BlobId;
import java.time.Duration;
import java.util.List;

/**
 * Upkeep of the names. Each command may be repeated.
 *
 * @param <R> type of the result
 */
public sealed interface UpkeepCommand<R> extends NameCommand<R> {
  /** The limit of rows that a command changes. */
  int MAX_ROWS = 1000;

  <X extends Exception> R applyTo(Handler<X> handler) throws X;

  /**
   * Applies each kind of upkeep.
   *
   * @param <X> what it may throw
   */
  interface Handler<X extends Exception> {
    List<TrashItem> takeTrash(TakeTrash take) throws X;

    int dropTrash(DropTrash drop) throws X;

    int reapNames(ReapNames reap) throws X;

    int dropNames(DropNames drop) throws X;
  }

  /**
   * Takes due trash of a shard, oldest first, with the times at which it was due. No other worker
   * gets it before the lease ends.
   *
   * @param lease from now; the worker deletes the blobs and drops the items before it ends
   */
  record TakeTrash(int shard, long nowMillis, Duration lease, int limit)
      implements UpkeepCommand<List<TrashItem>> {
    public TakeTrash {
      checkRows(limit);
    }

    @Override
    public <X extends Exception> List<TrashItem> applyTo(Handler<X> handler) throws X {
      return handler.takeTrash(this);
    }
  }

  /**
   * Removes deleted blobs from the trash. Parts that belong to them are due for {@link
   * UploadCommand.Reap}. Returns how many were there.
   */
  record DropTrash(List<BlobId> blobs) implements UpkeepCommand<Integer> {
    public DropTrash {
      blobs = List.copyOf(blobs);
      checkRows(blobs.size());
    }

    @Override
    public <X extends Exception> Integer applyTo(Handler<X> handler) throws X {
      return handler.dropTrash(this);
    }
  }

  /**
   * Hides expired names from lists and puts their blobs into the trash. Forgets names that were
   * deleted or expired long ago. Returns the number of changed names. If it is the limit, more may
   * be due.
   */
  record ReapNames(long nowMillis, int limit) implements UpkeepCommand<Integer> {
    public ReapNames {
      checkRows(limit);
    }

    @Override
    public <X extends Exception> Integer applyTo(Handler<X> handler) throws X {
      return handler.reapNames(this);
    }
  }

  /**
   * Forgets names and datasets of a container whose data is being or has been removed, without a
   * look at their blobs. Returns the number of rows. If it is the limit, there may be more. Drops
   * nothing of another container.
   */
  record DropNames(ContainerRef container, int limit) implements UpkeepCommand<Integer> {
    public DropNames {
      checkRows(limit);
    }

    @Override
    public <X extends Exception> Integer applyTo(Handler<X> handler) throws X {
      return handler.dropNames(this);
    }
  }

  private static void checkRows(int rows) {
    if (rows < 0 || rows > MAX_ROWS) {
      throw new IllegalArgumentException(
          "upkeep of " + rows + " rows, must be at most " + MAX_ROWS);
    }
  }
}
