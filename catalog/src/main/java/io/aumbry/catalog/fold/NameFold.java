package io.aumbry.catalog.fold;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.NameVersion.State;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.TrashItem.Reason;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Applies changes of names one after the other to loaded rows, as if each had a transaction of its
 * own. A change that fails leaves the rows as they were.
 */
public final class NameFold implements NameChange.Handler {
  private static final int MICROS_PER_MILLI = 1000;

  private final Map<BlobName, Versions> names = new TreeMap<>();
  private final Map<BlobId, BlobName> nameOf = new HashMap<>();
  private final Set<String> openWriters;
  private final Set<BlobName> irreplaceable;
  private final List<NameVersion> removed = new ArrayList<>();
  private final List<TrashItem> trash = new ArrayList<>();

  public NameFold(LoadedNames loaded) {
    this.openWriters = loaded.openWriters();
    this.irreplaceable = loaded.irreplaceable();
    for (NameVersion version : loaded.newest()) {
      names.put(version.name(), new Versions(Optional.of(version)));
      nameOf.put(version.content().blob(), version.name());
    }
    for (NameVersion version : loaded.older()) {
      versions(version.name()).older.add(version);
      nameOf.put(version.content().blob(), version.name());
    }
  }

  /** The versions of a name while changes are applied. */
  private static final class Versions {
    private final Optional<NameVersion> before;
    private final List<NameVersion> older = new ArrayList<>();
    private Optional<NameVersion> newest;

    Versions(Optional<NameVersion> before) {
      this.before = before;
      this.newest = before;
    }

    Optional<NameVersion> of(BlobId blob) {
      return newest
          .filter(version -> has(version, blob))
          .or(() -> older.stream().filter(version -> has(version, blob)).findFirst());
    }

    boolean isNewest(BlobId blob) {
      return newest.filter(version -> has(version, blob)).isPresent();
    }
  }

  /** The rows to write. */
  public NameEffects effects() {
    List<NameEffects.Change> changes = new ArrayList<>();
    names.forEach((name, versions) -> {
      if (!versions.newest.equals(versions.before)) {
        versions.newest.ifPresent(
            after -> changes.add(new NameEffects.Change(name, versions.before, after)));
      }
    });
    return new NameEffects(changes, removed, trash);
  }

  @Override
  public NameChange.Put.Result put(NameChange.Put put) {
    BlobId blob = put.content().blob();
    Optional<NameVersion> repeated = named(blob);
    if (repeated.isPresent()) {
      return stored(repeated.get(), put.name());
    }
    if (!openWriters.contains(put.writer())) {
      return new NameChange.Put.WriterFenced();
    }
    Versions versions = versions(put.name());
    Optional<NameVersion> live = versions.newest.filter(old -> old.isLiveAt(put.nowMillis()));
    if (live.isPresent() && !replaces(put)) {
      return new NameChange.Put.Exists(live.get());
    }
    long after = versions.newest.map(old -> old.sequence() + 1).orElse(0L);
    long sequence = Math.max(put.nowMillis() * MICROS_PER_MILLI, after);
    NameVersion version =
        new NameVersion(
            put.name(),
            put.content(),
            State.LIVE,
            sequence,
            versionId(sequence, put.random()),
            put.nowMillis());
    versions.newest.ifPresent(
        old -> discardNewest(old, live.isPresent() ? Reason.REPLACED : Reason.EXPIRED, put));
    versions.newest = Optional.of(version);
    nameOf.put(blob, put.name());
    return new NameChange.Put.Stored(version);
  }

  private boolean replaces(NameChange.Put put) {
    return put.mode() == NameChange.Put.Mode.UPSERT && !irreplaceable.contains(put.name());
  }

  private void discardNewest(NameVersion old, Reason reason, NameChange.Put put) {
    if (old.state() == State.LIVE) {
      discard(old, reason, put.nowMillis());
    }
    nameOf.remove(old.content().blob());
  }

  private static NameChange.Put.Result stored(NameVersion version, BlobName name) {
    if (!version.name().equals(name)) {
      throw new AumbryException(
          ErrorCode.CONFLICT,
          "blob " + version.content().blob() + " has another name: " + version.name().key());
    }
    return new NameChange.Put.Stored(version);
  }

  @Override
  public NameChange.Removal delete(NameChange.Delete delete) {
    Versions versions = versions(delete.name());
    if (versions.newest.isEmpty()) {
      return new NameChange.Removal.NotFound();
    }
    NameVersion newest = versions.newest.get();
    if (newest.state() == State.DELETED && versions.older.isEmpty()) {
      return new NameChange.Removal.AlreadyDeleted();
    }
    int first = trash.size();
    if (newest.state() == State.LIVE) {
      discard(newest, Reason.DELETED, delete.nowMillis());
    }
    for (NameVersion version : versions.older) {
      discard(version, Reason.DELETED, delete.nowMillis());
      removed.add(version);
    }
    versions.older.clear();
    versions.newest = Optional.of(newest.ended(State.DELETED, delete.nowMillis()));
    return new NameChange.Removal.Deleted(trash.subList(first, trash.size()));
  }

  @Override
  public NameChange.Removal deleteBlob(NameChange.DeleteBlob delete) {
    Optional<NameVersion> found = named(delete.blob());
    if (found.isEmpty()) {
      return new NameChange.Removal.NotFound();
    }
    NameVersion version = found.get();
    if (version.state() == State.DELETED) {
      return new NameChange.Removal.AlreadyDeleted();
    }
    int first = trash.size();
    if (version.state() == State.LIVE) {
      discard(version, Reason.DELETED, delete.nowMillis());
    }
    Versions versions = versions(version.name());
    if (versions.isNewest(delete.blob())) {
      versions.newest = Optional.of(successor(versions, version, delete.nowMillis()));
    } else {
      versions.older.remove(version);
      removed.add(version);
    }
    return new NameChange.Removal.Deleted(trash.subList(first, trash.size()));
  }

  /** The newest older version, or what remembers the deleted one. */
  private NameVersion successor(Versions versions, NameVersion deleted, long nowMillis) {
    Optional<NameVersion> promoted =
        versions.older.stream().max(Comparator.comparingLong(NameVersion::sequence));
    if (promoted.isEmpty()) {
      return deleted.ended(State.DELETED, nowMillis);
    }
    versions.older.remove(promoted.get());
    removed.add(promoted.get());
    nameOf.remove(deleted.content().blob());
    return promoted.get();
  }

  @Override
  public NameChange.UpdateExpiry.Outcome updateExpiry(NameChange.UpdateExpiry update) {
    Optional<NameVersion> found =
        named(update.blob()).filter(version -> version.isLiveAt(update.nowMillis()));
    if (found.isEmpty()) {
      return new NameChange.UpdateExpiry.NotLive();
    }
    NameVersion old = found.get();
    Versions versions = versions(old.name());
    NameVersion.Content content =
        new NameVersion.Content(update.blob(), old.content().size(), update.expiresMillis());
    NameVersion updated = old.with(content);
    if (!versions.isNewest(update.blob())) {
      throw new AumbryException(
          ErrorCode.CONFLICT, "blob " + update.blob() + " belongs to an older version of its name");
    }
    versions.newest = Optional.of(updated);
    return new NameChange.UpdateExpiry.Updated(updated);
  }

  private Optional<NameVersion> named(BlobId blob) {
    return Optional.ofNullable(nameOf.get(blob)).flatMap(name -> versions(name).of(blob));
  }

  private Versions versions(BlobName name) {
    return names.computeIfAbsent(name, _ -> new Versions(Optional.empty()));
  }

  private void discard(NameVersion version, Reason reason, long nowMillis) {
    trash.add(TrashItem.of(version.content().blob(), reason, nowMillis));
  }

  private static boolean has(NameVersion version, BlobId blob) {
    return version.content().blob().equals(blob);
  }

  private static String versionId(long sequence, long random) {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(sequence) + hex.toHexDigits(random);
  }
}
