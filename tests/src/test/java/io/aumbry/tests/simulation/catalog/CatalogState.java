package io.aumbry.tests.simulation.catalog;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.command.WriterCommand.Standing;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.frontend.name.FencedLease;
import io.aumbry.frontend.name.Trash;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The transactions of frontends in the simulator. All names are in the containers of their blobs.
 */
final class CatalogState {
  /** Replaced blobs do not rest in the simulator, so that a run need not wait for their ends. */
  private static final long REST = TrashItem.DELAY.toMillis();

  private final NameTables tables = new NameTables();
  private final Map<String, ContainerRef> containers = new HashMap<>();
  private final CatalogContainers deleted = new CatalogContainers();
  private long puts;

  /** Calls {@code listener} in each transaction that moves a blob to the trash. */
  void onTrash(Consumer<BlobId> listener) {
    tables.onTrash(listener);
  }

  CatalogContainers deleted() {
    return deleted;
  }

  void open(String writer, Duration transferLimit, long now) {
    tables.apply(new WriterCommand.Open(writer, transferLimit, now));
  }

  boolean renew(String writer, long cleanUntil, long now) {
    return tables.apply(new WriterCommand.Renew(writer, cleanUntil, now))
            instanceof Standing.Known(WriterRecord lease)
        && isOpen(lease);
  }

  private static boolean isOpen(WriterRecord lease) {
    return lease.state() == WriterRecord.State.OPEN;
  }

  void close(String writer, long now) {
    tables.apply(new WriterCommand.Close(writer, now));
    Stream<WriterRecord> closed =
        tables.writers().stream().filter(lease -> lease.state() == WriterRecord.State.CLOSED);
    closed.forEach(lease -> drop(lease.writer()));
  }

  void fence(String writer, long now) {
    tables.apply(new WriterCommand.Fence(writer, Long.MAX_VALUE, now));
  }

  Map<String, Long> renewals() {
    return tables.writers().stream()
        .filter(CatalogState::isOpen)
        .collect(Collectors.toMap(WriterRecord::writer, WriterRecord::renewedMillis));
  }

  void fenceExpired(String writer, long renewedMillis, long now) {
    tables.apply(new WriterCommand.Fence(writer, renewedMillis, now));
  }

  List<FencedLease> fenced() {
    return tables.writers().stream()
        .filter(lease -> lease.state() == WriterRecord.State.FENCED)
        .map(lease ->
            new FencedLease(
                lease.writer(),
                lease.cleanUntilMillis(),
                lease.renewedMillis(),
                lease.endedMillis(),
                lease.transferLimit()))
        .toList();
  }

  OptionalLong oldestOpen() {
    return tables.writers().stream()
        .filter(CatalogState::isOpen)
        .mapToLong(WriterRecord::cleanUntilMillis)
        .min();
  }

  Optional<String> firstOpen() {
    return tables.writers().stream()
        .filter(CatalogState::isOpen)
        .map(WriterRecord::writer)
        .findFirst();
  }

  boolean claim(String writer, String claimant, long now, long until) {
    return tables.apply(new WriterCommand.Claim(writer, claimant, now, until));
  }

  void drop(String writer) {
    tables.apply(new WriterCommand.Forget(writer));
  }

  Set<BlobId> among(List<BlobId> ids) {
    return tables.known(ids);
  }

  List<Trash.Row> claimTrash(int most, long now, long until) {
    List<Trash.Row> rows = new ArrayList<>();
    for (int shard : tables.dueShards(now + REST)) {
      var take =
          new UpkeepCommand.TakeTrash(
              shard, now + REST, Duration.ofMillis(until - now), most - rows.size());
      for (TrashItem item : tables.apply(take)) {
        rows.add(new Trash.Row(item.blob(), now, item.reason() == TrashItem.Reason.EXPIRED));
      }
    }
    return rows;
  }

  void dropTrash(List<BlobId> blobs) {
    tables.apply(new UpkeepCommand.DropTrash(blobs));
  }

  /**
   * Commits a name.
   *
   * @throws AumbryException {@code CATALOG_UNAVAILABLE} if the lease of the writer is not open,
   *     {@code CONFLICT} if the name exists and is not to be replaced
   */
  void commit(NewName name, String writer, long now) {
    ContainerRef container = new ContainerRef(name.blob().account(), name.blob().container());
    ContainerRef known = containers.computeIfAbsent(name.key(), _ -> container);
    Put put =
        new Put(
            new BlobName(known, KeyBytes.of(name.key())),
            new NameVersion.Content(name.blob(), 0, NameVersion.NEVER),
            name.replaces() ? Put.Mode.UPSERT : Put.Mode.CREATE,
            writer,
            now,
            puts++);
    switch (tables.apply(put)) {
      case Put.Stored _ -> {}
      case Put.WriterFenced _ ->
          throw new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, writer + " is fenced");
      case Put.Exists _ -> throw new AumbryException(ErrorCode.CONFLICT, name.key() + " exists");
    }
  }

  /** A name to commit. */
  record NewName(String key, BlobId blob, boolean replaces) {}

  /** Deletes a name; returns whether there was one. */
  boolean remove(String key, long now) {
    Optional<BlobName> name = name(key);
    return name.isPresent()
        && tables.apply(new NameChange.Delete(name.get(), now))
            instanceof NameChange.Removal.Deleted;
  }

  private Optional<BlobName> name(String key) {
    return Optional.ofNullable(containers.get(key))
        .map(container -> new BlobName(container, KeyBytes.of(key)));
  }

  Optional<BlobId> find(String key, long now) {
    return name(key)
        .map(name -> tables.find(name, now))
        .filter(NameLookup.Live.class::isInstance)
        .map(NameLookup.Live.class::cast)
        .map(live -> live.version().content().blob());
  }

  boolean knows(String writer, BlobId blob) {
    return tables.apply(new WriterCommand.Ask(writer, blob)).committed();
  }

  /** The live names. */
  Map<String, BlobId> names(long now) {
    Map<String, BlobId> names = new TreeMap<>();
    tables
        .live(now)
        .forEach(version -> names.put(version.name().key().text(), version.content().blob()));
    return names;
  }

  /** Work that is not done: fenced leases, rows of the trash, and containers to remove. */
  List<String> backlog() {
    List<String> all = new ArrayList<>();
    fenced().forEach(lease -> all.add(lease + " was not swept"));
    tables.trash().forEach(blob -> all.add(blob + " is in the trash"));
    all.addAll(deleted.backlog());
    return all;
  }
}
