package io.aumbry.deploy.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.store.check.StoppedLog.Located;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.log.Damage;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.scrub.Quarantine;
import io.aumbry.store.state.StoredState;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints records, index entries and known damage, one per line, as text or JSON. */
final class DumpLines {
  private final PrintWriter out;
  private final boolean asJson;
  private final Optional<BlobId> only;

  DumpLines(PrintWriter out, boolean asJson, Optional<BlobId> only) {
    this.out = out;
    this.asJson = asJson;
    this.only = only;
  }

  void record(Path store, Located record) {
    RecordHeader header = record.header();
    if (!isWanted(header.id())) {
      return;
    }
    print(
        new RecordLine(
            "record",
            header.stamp().sequence(),
            header.type().name(),
            header.id().toString(),
            State.of(header.state()),
            new Lengths(header.metadataLength(), header.contentLength()),
            new Location(
                position(record.home()),
                store.resolveSibling(record.file()).toString(),
                record.offset())));
  }

  void entry(Path store, String file, IndexEntry entry, boolean hidden) {
    if (!isWanted(entry.id())) {
      return;
    }
    Optional<IndexEntry> put = Optional.of(entry).filter(IndexEntry::hasPut);
    print(
        new EntryLine(
            "entry",
            entry.isRemoval(),
            hidden,
            entry.id().toString(),
            entry.isRemoval() ? Optional.empty() : Optional.of(State.of(entry.state())),
            put.map(each -> Put.of(each.put())),
            store.resolveSibling(file).toString()));
  }

  void damage(Path store, Quarantine.Entry entry) {
    Damage damage = entry.damage();
    if (only.isPresent() && !damage.blobs().contains(only.get())) {
      return;
    }
    print(
        new DamageLine(
            "damage",
            entry.healed(),
            position(damage.place()),
            damage.length(),
            new Sequences(damage.firstSequence(), damage.lastSequence()),
            damage.blobs().stream().map(BlobId::toString).collect(Collectors.joining(",")),
            store.toString()));
  }

  private boolean isWanted(BlobId id) {
    return only.isEmpty() || only.get().equals(id);
  }

  private record RecordLine(
      String kind,
      long sequence,
      String type,
      String blob,
      @JsonUnwrapped State state,
      @JsonUnwrapped Lengths lengths,
      @JsonUnwrapped Location location) {}

  private record Lengths(long metadata, long content) {}

  private record Location(String place, String file, long offset) {}

  private record EntryLine(
      String kind,
      boolean removal,
      boolean hidden,
      String blob,
      @JsonUnwrapped Optional<State> state,
      @JsonUnwrapped Optional<Put> put,
      String file) {}

  private record Put(String place, long header, long content) {
    static Put of(IndexEntry.PutPlace put) {
      return new Put(position(put.position()), put.headerLength(), put.contentLength());
    }
  }

  private record DamageLine(
      String kind,
      boolean healed,
      String place,
      long bytes,
      @JsonUnwrapped Sequences sequences,
      String blobs,
      String store) {}

  private record Sequences(long first, long last) {}

  private record State(long life, boolean deleted, String changed, String expiry) {
    static State of(StoredState state) {
      return new State(
          state.lifeVersion(),
          state.deleted(),
          time(state.changedMillis()),
          time(state.expiryMillis()));
    }
  }

  private static String time(long millis) {
    if (millis == StoredState.UNSAID) {
      return "unsaid";
    }
    return millis == Expiry.NEVER ? "never" : Instant.ofEpochMilli(millis).toString();
  }

  private static String position(LogPosition position) {
    return position.segment() + ":" + position.offset();
  }

  private void print(Record line) {
    out.println(asJson ? JsonWriter.SNAKE_CASE.line(line) : text(line));
  }

  private static String text(Record line) {
    return JsonWriter.SNAKE_CASE.fields(line).entrySet().stream()
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(" "));
  }
}
