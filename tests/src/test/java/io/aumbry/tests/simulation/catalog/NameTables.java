package io.aumbry.tests.simulation.catalog;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.NameCommand;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.fold.LoadedNames;
import io.aumbry.catalog.fold.NameEffects;
import io.aumbry.catalog.fold.NameFold;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.NameVersion.State;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.protocol.blob.BlobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Names, writer leases and trash in memory. Each method is a transaction. */
final class NameTables implements UpkeepCommand.Handler<RuntimeException> {
  private final WriterLeases writers = new WriterLeases(this::answer);
  private final Map<BlobName, NameVersion> newest = new TreeMap<>();
  private final List<NameVersion> older = new ArrayList<>();
  private final Map<BlobId, TrashItem> trash = new LinkedHashMap<>();
  private Consumer<BlobId> trashed = _ -> {};

  /** Calls {@code listener} in each transaction that moves a blob to the trash. */
  void onTrash(Consumer<BlobId> listener) {
    trashed = listener;
  }

  <R> R apply(NameCommand<R> command) {
    return switch (command) {
      case NameChange<R> change -> change(change);
      case WriterCommand<R> writer -> writer.applyTo(writers);
      case UpkeepCommand<R> upkeep -> upkeep.applyTo(this);
    };
  }

  private <R> R change(NameChange<R> change) {
    NameFold fold =
        new NameFold(
            new LoadedNames(List.copyOf(newest.values()), older, writers.open(), Set.of()));
    R result = change.applyTo(fold);
    write(fold.effects());
    return result;
  }

  private void write(NameEffects effects) {
    older.removeAll(effects.removed());
    effects.changes().forEach(change -> newest.put(change.name(), change.after()));
    effects.trash().forEach(this::discard);
  }

  private void discard(TrashItem item) {
    trash.put(item.blob(), item);
    trashed.accept(item.blob());
  }

  /** Moves the newest version of each name into the history. */
  void moveToHistory() {
    older.addAll(newest.values());
    newest.clear();
  }

  NameLookup find(BlobName name, long nowMillis) {
    return Optional.ofNullable(newest.get(name))
        .map(version -> NameLookup.of(version, nowMillis))
        .orElseGet(NameLookup.Missing::new);
  }

  /** The live names. */
  List<NameVersion> live(long nowMillis) {
    return newest.values().stream().filter(version -> version.isLiveAt(nowMillis)).toList();
  }

  Set<BlobId> known(Collection<BlobId> blobs) {
    Set<BlobId> known = new HashSet<>(blobs);
    known.retainAll(Set.copyOf(Stream.concat(versions(), trash.keySet().stream()).toList()));
    return known;
  }

  private Stream<BlobId> versions() {
    return Stream.concat(newest.values().stream(), older.stream())
        .map(version -> version.content().blob());
  }

  private WriterCommand.Answer answer(BlobId blob) {
    Optional<NameVersion> version =
        Stream.concat(newest.values().stream(), older.stream())
            .filter(each -> each.content().blob().equals(blob))
            .findFirst();
    return new WriterCommand.Answer(version.isPresent() || trash.containsKey(blob), version);
  }

  List<WriterRecord> writers() {
    return writers.all();
  }

  boolean isNameDue(long nowMillis) {
    return newest.values().stream().anyMatch(version -> isDue(version, nowMillis));
  }

  private static boolean isDue(NameVersion version, long nowMillis) {
    return version.dueMillis() <= nowMillis && version.dueMillis() < NameVersion.NEVER;
  }

  List<Integer> dueShards(long nowMillis) {
    return IntStream.range(0, TrashItem.SHARDS)
        .filter(shard -> trash.values().stream().anyMatch(item -> isDue(item, shard, nowMillis)))
        .boxed()
        .toList();
  }

  private static boolean isDue(TrashItem item, int shard, long nowMillis) {
    return item.shard() == shard && item.notBeforeMillis() <= nowMillis;
  }

  Set<BlobId> trash() {
    return trash.keySet();
  }

  @Override
  public List<TrashItem> takeTrash(UpkeepCommand.TakeTrash take) {
    long end = take.nowMillis() + take.lease().toMillis();
    List<TrashItem> taken =
        trash.values().stream()
            .filter(item -> isDue(item, take.shard(), take.nowMillis()))
            .sorted(Comparator.comparingLong(TrashItem::notBeforeMillis))
            .limit(take.limit())
            .toList();
    taken.forEach(item ->
        trash.put(item.blob(), new TrashItem(item.shard(), end, item.blob(), item.reason())));
    return taken;
  }

  @Override
  public int dropTrash(UpkeepCommand.DropTrash drop) {
    int before = trash.size();
    drop.blobs().forEach(trash::remove);
    return before - trash.size();
  }

  @Override
  public int reapNames(UpkeepCommand.ReapNames reap) {
    List<NameVersion> due =
        newest.values().stream()
            .filter(version -> isDue(version, reap.nowMillis()))
            .sorted(Comparator.comparingLong(NameVersion::dueMillis))
            .limit(reap.limit())
            .toList();
    for (NameVersion version : due) {
      if (version.state() == State.LIVE) {
        newest.put(version.name(), version.ended(State.EXPIRED, version.modifiedMillis()));
        discard(TrashItem.of(version.content().blob(), TrashItem.Reason.EXPIRED, reap.nowMillis()));
      } else {
        newest.remove(version.name());
      }
    }
    return due.size();
  }

  /** Drops names, whatever the state of their container, which this table does not know. */
  @Override
  public int dropNames(UpkeepCommand.DropNames drop) {
    List<NameVersion> dropped =
        Stream.concat(newest.values().stream(), older.stream())
            .filter(version -> version.name().container().equals(drop.container()))
            .limit(drop.limit())
            .toList();
    newest.values().removeAll(dropped);
    older.removeAll(dropped);
    return dropped.size();
  }
}
