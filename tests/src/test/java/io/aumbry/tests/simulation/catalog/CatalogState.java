package io.aumbry.tests.simulation.catalog;

import io.aumbry.frontend.name.FencedLease;
import io.aumbry.frontend.name.Trash;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of the catalog. Each method is a transaction. */
final class CatalogState {
  private final Map<String, Writer> writers = new TreeMap<>();
  private final Map<String, BlobId> names = new TreeMap<>();
  private final Map<BlobId, TrashRow> trash = new LinkedHashMap<>();
  private final Map<String, Claim> sweeps = new HashMap<>();
  private Consumer<BlobId> trashed = _ -> {};

  private record Writer(
      Duration transferLimit, long cleanUntil, long renewed, OptionalLong fencedAt) {
    private boolean isOpen() {
      return fencedAt.isEmpty();
    }

    private Writer fenced(long now) {
      return isOpen() ? new Writer(transferLimit, cleanUntil, renewed, OptionalLong.of(now)) : this;
    }
  }

  private record TrashRow(Trash.Row row, Optional<Claim> claim) {}

  private record Claim(String claimant, long until) {
    private boolean keepsOut(String other, long now) {
      return !claimant.equals(other) && until > now;
    }
  }

  /** Calls {@code listener} in each transaction that moves a blob to the trash. */
  void onTrash(Consumer<BlobId> listener) {
    trashed = listener;
  }

  void open(String writer, Duration transferLimit, long now) {
    writers.put(writer, new Writer(transferLimit, now, now, OptionalLong.empty()));
  }

  boolean renew(String writer, long cleanUntil, long now) {
    Writer before = writers.get(writer);
    if (before == null || !before.isOpen()) {
      return false;
    }
    writers.put(writer, new Writer(before.transferLimit, cleanUntil, now, OptionalLong.empty()));
    return true;
  }

  void close(String writer) {
    if (isOpen(writer)) {
      writers.remove(writer);
    }
  }

  private boolean isOpen(String writer) {
    return Optional.ofNullable(writers.get(writer)).filter(Writer::isOpen).isPresent();
  }

  void fence(String writer, long now) {
    writers.computeIfPresent(writer, (_, lease) -> lease.fenced(now));
  }

  void fenceExpired(long renewedBefore, long now) {
    writers.replaceAll((_, lease) -> lease.renewed < renewedBefore ? lease.fenced(now) : lease);
  }

  List<FencedLease> fenced() {
    List<FencedLease> all = new ArrayList<>();
    writers.forEach((writer, lease) ->
        lease.fencedAt.ifPresent(
            at -> all.add(new FencedLease(
                    writer, lease.cleanUntil, lease.renewed, at, lease.transferLimit))));
    return all;
  }

  OptionalLong oldestOpen() {
    return writers.values().stream().filter(Writer::isOpen).mapToLong(Writer::cleanUntil).min();
  }

  boolean claim(String writer, String claimant, long now, long until) {
    boolean isFree =
        Optional.ofNullable(sweeps.get(writer))
            .filter(claim -> claim.keepsOut(claimant, now))
            .isEmpty();
    if (isFree) {
      sweeps.put(writer, new Claim(claimant, until));
    }
    return isFree;
  }

  void drop(String writer) {
    if (!isOpen(writer)) {
      writers.remove(writer);
    }
  }

  Set<BlobId> among(List<BlobId> ids) {
    return Stream.concat(names.values().stream(), trash.keySet().stream())
        .filter(ids::contains)
        .collect(Collectors.toSet());
  }

  List<Trash.Row> claimTrash(String claimant, int most, long now, long until) {
    List<Trash.Row> due =
        trash.values().stream()
            .filter(each -> each.claim.filter(claim -> claim.until > now).isEmpty())
            .map(TrashRow::row)
            .filter(row -> row.notBeforeMillis() <= now)
            .sorted(Comparator.comparingLong(Trash.Row::notBeforeMillis))
            .limit(most)
            .toList();
    Optional<Claim> claim = Optional.of(new Claim(claimant, until));
    due.forEach(row -> trash.put(row.blob(), new TrashRow(row, claim)));
    return due;
  }

  void dropTrash(List<BlobId> blobs) {
    blobs.forEach(trash::remove);
  }

  /**
   * Commits a name.
   *
   * @throws AumbryException {@code CATALOG_UNAVAILABLE} if the lease of the writer is not open,
   *     {@code CONFLICT} if the name exists and is not to be replaced
   */
  void commit(NewName name, String writer, long now) {
    if (!isOpen(writer)) {
      throw new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, writer + " is fenced");
    }
    if (!name.replaces() && names.containsKey(name.key())) {
      throw new AumbryException(ErrorCode.CONFLICT, name.key() + " exists");
    }
    remove(name.key(), now);
    names.put(name.key(), name.blob());
  }

  /** A name to commit. */
  record NewName(String key, BlobId blob, boolean replaces) {}

  Optional<BlobId> remove(String key, long now) {
    Optional<BlobId> before = Optional.ofNullable(names.remove(key));
    before.ifPresent(blob -> {
      trash.put(blob, new TrashRow(new Trash.Row(blob, now), Optional.empty()));
      trashed.accept(blob);
    });
    return before;
  }

  boolean knows(BlobId blob) {
    return names.containsValue(blob) || trash.containsKey(blob);
  }

  Map<String, BlobId> names() {
    return names;
  }

  /** Work that is not done: fenced leases and rows of the trash. */
  List<String> backlog() {
    List<String> all = new ArrayList<>();
    fenced().forEach(lease -> all.add(lease + " was not swept"));
    trash.keySet().forEach(blob -> all.add(blob + " is in the trash"));
    return all;
  }
}
