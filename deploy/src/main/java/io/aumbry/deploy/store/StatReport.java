package io.aumbry.deploy.store;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.deploy.json.JsonText;
import io.aumbry.store.inspect.QuarantineFigures;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoreFigures;
import io.aumbry.store.inspect.StoreFigures.Age;
import io.aumbry.store.inspect.StoreFigures.Amount;
import io.aumbry.store.log.RecordType;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is in stores, as text or JSON. */
final class StatReport {
  private static final double MIB = 1 << 20;

  private final List<StoppedDisk> disks;
  private final Map<String, Figures> byStore;
  private final Figures total;

  /**
   * Of one store.
   *
   * @param damaged of it is known to be
   */
  record Figures(StoreFigures stored, QuarantineFigures damaged) {
    static final Figures NONE = new Figures(StoreFigures.NONE, QuarantineFigures.NONE);

    Figures plus(Figures other) {
      return new Figures(stored.plus(other.stored), damaged.plus(other.damaged));
    }
  }

  StatReport(List<StoppedDisk> disks, Map<String, Figures> byStore) {
    this.disks = disks;
    this.byStore = byStore;
    this.total = byStore.values().stream().reduce(Figures.NONE, Figures::plus);
  }

  String text() throws IOException {
    StringBuilder text = new StringBuilder();
    byStore.forEach((path, figures) -> add(text, path, figures));
    add(text, "all " + byStore.size() + " stores", total);
    for (StoppedDisk disk : disks) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s: %.1f of %.1f MiB free%n",
              disk.path(),
              disk.usableSpace() / MIB,
              disk.totalSpace() / MIB));
    }
    return text.toString().stripTrailing();
  }

  private static void add(StringBuilder text, String name, Figures all) {
    StoreFigures figures = all.stored();
    text.append(name).append(System.lineSeparator());
    for (RecordType type : RecordType.values()) {
      line(text, "records " + lower(type), figures.records(type));
    }
    line(text, "live blobs", figures.live());
    line(text, "dead blobs", figures.allDead());
    for (Age age : Age.values()) {
      line(text, "  " + name(age), figures.dead(age));
    }
    line(text, "known damage", all.damaged().open());
    line(text, "  healed", all.damaged().healed());
    line(text, "log files", figures.log());
    text.append(
        String.format(Locale.ROOT, "  %-24s %12d%n", "  of them compacted", figures.compacted()));
    line(text, "index files", figures.index());
    text.append(String.format(Locale.ROOT, "  %-24s %12d%n", "index entries", figures.entries()));
  }

  private static void line(StringBuilder text, String what, Amount amount) {
    text.append(
        String.format(
            Locale.ROOT, "  %-24s %12d %14.3f MiB%n", what, amount.count(), amount.bytes() / MIB));
  }

  private static String name(Age age) {
    return switch (age) {
      case HOUR -> "since less than 1 h";
      case DAY -> "since less than 1 d";
      case WEEK -> "since less than 7 d";
      case MONTH -> "since less than 30 d";
      case QUARTER -> "since less than 90 d";
      case OLDER -> "longer";
    };
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  String json() {
    return JsonText.of(this::writeAll);
  }

  private void writeAll(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("stores");
    for (Map.Entry<String, Figures> store : byStore.entrySet()) {
      json.writeStartObject();
      json.writeStringField("path", store.getKey());
      write(json, store.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("total");
    write(json, total);
    json.writeEndObject();
    writeDisks(json);
    json.writeEndObject();
  }

  private void writeDisks(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("disks");
    for (StoppedDisk disk : disks) {
      json.writeStartObject();
      json.writeStringField("path", disk.path().toString());
      json.writeNumberField("free_bytes", disk.usableSpace());
      json.writeNumberField("total_bytes", disk.totalSpace());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Figures all) throws IOException {
    StoreFigures figures = all.stored();
    json.writeObjectFieldStart("records");
    for (RecordType type : RecordType.values()) {
      write(json, lower(type), figures.records(type));
    }
    json.writeEndObject();
    write(json, "live", figures.live());
    write(json, "dead", figures.allDead());
    json.writeObjectFieldStart("dead_by_age");
    for (Age age : Age.values()) {
      write(json, lower(age), figures.dead(age));
    }
    json.writeEndObject();
    write(json, "known_damage", all.damaged().open());
    write(json, "healed_damage", all.damaged().healed());
    write(json, "log", figures.log());
    json.writeNumberField("compacted_files", figures.compacted());
    write(json, "index", figures.index());
    json.writeNumberField("index_entries", figures.entries());
  }

  private static void write(JsonGenerator json, String name, Amount amount) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("count", amount.count());
    json.writeNumberField("bytes", amount.bytes());
    json.writeEndObject();
  }
}
