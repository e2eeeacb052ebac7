package io.aumbry.deploy.store;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.deploy.json.JsonText;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.store.index.IndexEntry;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.LogPosition;
import io.aumbry.store.log.RecordHeader;
import io.aumbry.store.log.StoppedLog.Located;
import io.aumbry.store.scrub.Quarantine;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Records, index entries and known damage, one to a line: as words and numbers, or as JSON. */
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
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", "record");
    fields.put("sequence", header.stamp().sequence());
    fields.put("type", header.type().name());
    putState(fields, header.id(), header.state());
    fields.put("metadata", (long) header.metadataLength());
    fields.put("content", (long) header.contentLength());
    fields.put("place", place(record.home()));
    fields.put("file", store.resolveSibling(record.file()).toString());
    fields.put("offset", record.offset());
    print(fields);
  }

  void entry(Path store, String file, IndexEntry entry, boolean hidden) {
    if (!isWanted(entry.id())) {
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", "entry");
    fields.put("removal", entry.isRemoval());
    fields.put("hidden", hidden);
    if (entry.isRemoval()) {
      fields.put("blob", entry.id().toString());
    } else {
      putState(fields, entry.id(), entry.state());
    }
    if (entry.hasPut()) {
      fields.put("place", place(entry.put().position()));
      fields.put("header", (long) entry.put().headerLength());
      fields.put("content", (long) entry.put().contentLength());
    }
    fields.put("file", store.resolveSibling(file).toString());
    print(fields);
  }

  void damage(Path store, Quarantine.Entry entry) {
    Damage damage = entry.damage();
    if (only.isPresent() && !damage.blobs().contains(only.get())) {
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", "damage");
    fields.put("healed", entry.healed());
    fields.put("place", place(damage.place()));
    fields.put("bytes", damage.length());
    fields.put("first", damage.firstSequence());
    fields.put("last", damage.lastSequence());
    fields.put(
        "blobs", damage.blobs().stream().map(BlobId::toString).collect(Collectors.joining(",")));
    fields.put("store", store.toString());
    print(fields);
  }

  private boolean isWanted(BlobId id) {
    return only.isEmpty() || only.get().equals(id);
  }

  private static void putState(Map<String, Object> fields, BlobId id, StoredState state) {
    fields.put("blob", id.toString());
    fields.put("life", (long) state.lifeVersion());
    fields.put("deleted", state.deleted());
    fields.put("changed", time(state.changedMillis()));
    fields.put("expiry", time(state.expiryMillis()));
  }

  private static String time(long millis) {
    if (millis == StoredState.UNSAID) {
      return "unsaid";
    }
    return millis == Expiry.NEVER ? "never" : Instant.ofEpochMilli(millis).toString();
  }

  private static String place(LogPosition position) {
    return position.segment() + ":" + position.offset();
  }

  private void print(Map<String, Object> fields) {
    out.println(asJson ? JsonText.line(json -> write(json, fields)) : text(fields));
  }

  private static String text(Map<String, Object> fields) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(" "));
  }

  private static void write(JsonGenerator json, Map<String, Object> fields) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      switch (field.getValue()) {
        case Long number -> json.writeNumberField(field.getKey(), number);
        case Boolean flag -> json.writeBooleanField(field.getKey(), flag);
        case Object other -> json.writeStringField(field.getKey(), other.toString());
      }
    }
    json.writeEndObject();
  }
}
