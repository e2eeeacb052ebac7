package io.aumbry.store.scrub;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.check.Finding;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The quarantine of a stopped store. */
public final class StoppedQuarantine implements KnownDamage {
  public static final String NAME = QuarantineFile.NAME;

  private final String path;
  private final List<Quarantine.Entry> entries;

  private StoppedQuarantine(String path, List<Quarantine.Entry> entries) {
    this.path = path;
    this.entries = entries;
  }

  /** Damage to the file is a finding. */
  public static StoppedQuarantine open(
      Disk disk, String folder, UUID store, Finding.Sink findings) {
    String path = folder + "/" + NAME;
    List<Quarantine.Entry> entries = List.of();
    try {
      entries = QuarantineFile.read(disk, folder, store);
    } catch (AumbryException | IOException e) {
      String what = e instanceof AumbryException ? String.valueOf(e.getMessage()) : e.toString();
      findings.damage(
          path, 0, what, "the store does not open; it must be rebuilt from another replica");
    }
    return new StoppedQuarantine(path, entries);
  }

  public List<Quarantine.Entry> entries() {
    return entries;
  }

  public void report(Finding.Sink findings) {
    for (Quarantine.Entry entry : entries) {
      Damage damage = entry.damage();
      findings.note(
          path,
          0,
          "%d bytes at %s, of blobs %s, were found damaged"
              .formatted(damage.length(), damage.place(), damage.blobs()),
          entry.healed() ? "it is repaired" : "another replica must repair it");
    }
  }

  @Override
  public Optional<Damage> healedAt(LogPosition home) {
    return entries.stream()
        .filter(entry -> entry.healed() && entry.damage().covers(home))
        .map(Quarantine.Entry::damage)
        .findFirst();
  }

  @Override
  public boolean names(BlobId id) {
    return Quarantine.names(id, entries);
  }

  /** Nothing verifies it. */
  @Override
  public void suspect(LogPosition home) {}

  @Override
  public long healings() {
    return 0;
  }
}
