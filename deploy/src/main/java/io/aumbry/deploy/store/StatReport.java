package io.aumbry.deploy.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.store.inspect.QuarantineFigures;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoreStatistics;
import io.aumbry.store.inspect.StoreStatistics.Age;
import io.aumbry.store.inspect.StoreStatistics.Amount;
import io.aumbry.store.record.RecordType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures of stores, as text or JSON. */
final class StatReport {
  private static final double MIB = 1 << 20;

  private final List<StoppedDisk> disks;
  private final Map<String, Figures> byStore;
  private final Figures total;

  /**
   * Figures of one store.
   *
   * @param damaged known damage
   */
  record Figures(StoreStatistics stored, QuarantineFigures damaged) {
    static final Figures NONE = new Figures(StoreStatistics.NONE, QuarantineFigures.NONE);

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
    StoreStatistics figures = all.stored();
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
      case HOUR -> "for less than 1 h";
      case DAY -> "for less than 1 d";
      case WEEK -> "for less than 7 d";
      case MONTH -> "for less than 30 d";
      case QUARTER -> "for less than 90 d";
      case OLDER -> "longer";
    };
  }

  private static String lower(RecordType value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private record Document(List<Store> stores, Contents total, List<Disk> disks) {}

  private record Store(String path, @JsonUnwrapped Contents contents) {}

  private record Disk(String path, long freeBytes, long totalBytes) {}

  private record Contents(
      @JsonUnwrapped Blobs blobs, @JsonUnwrapped Damage damage, @JsonUnwrapped Files files) {
    static Contents of(Figures all) {
      StoreStatistics figures = all.stored();
      return new Contents(
          Blobs.of(figures),
          new Damage(all.damaged().open(), all.damaged().healed()),
          new Files(figures.log(), figures.compacted(), figures.index(), figures.entries()));
    }
  }

  private record Blobs(
      Map<RecordType, Amount> records, Amount live, Amount dead, Map<Age, Amount> deadByAge) {
    static Blobs of(StoreStatistics figures) {
      Map<RecordType, Amount> records = new EnumMap<>(RecordType.class);
      for (RecordType type : RecordType.values()) {
        records.put(type, figures.records(type));
      }
      Map<Age, Amount> dead = new EnumMap<>(Age.class);
      for (Age age : Age.values()) {
        dead.put(age, figures.dead(age));
      }
      return new Blobs(records, figures.live(), figures.allDead(), dead);
    }
  }

  private record Damage(Amount knownDamage, Amount healedDamage) {}

  private record Files(Amount log, long compactedFiles, Amount index, long indexEntries) {}

  String json() throws IOException {
    List<Disk> room = new ArrayList<>();
    for (StoppedDisk disk : disks) {
      room.add(new Disk(disk.path().toString(), disk.usableSpace(), disk.totalSpace()));
    }
    return JsonWriter.SNAKE_CASE.indented(
        new Document(
            byStore.entrySet().stream()
                .map(store -> new Store(store.getKey(), Contents.of(store.getValue())))
                .toList(),
            Contents.of(total),
            room));
  }
}
