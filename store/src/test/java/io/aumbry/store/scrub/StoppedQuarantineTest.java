package io.aumbry.store.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.Blobs;
import io.aumbry.store.check.Finding;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.log.Damage;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StoppedQuarantineTest {
  private static final String FOLDER = "partition-7";
  private static final UUID STORE = new UUID(1, 2);
  private static final Quarantine.Entry OPEN = entry(64, 0);
  private static final Quarantine.Entry HEALED = entry(640, 7);

  private final CrashingDisk disk = new CrashingDisk(new SplittableRandom(2));
  private final List<Finding> findings = new ArrayList<>();

  private static Quarantine.Entry entry(long offset, long healedBy) {
    Damage damage =
        new Damage(
            new LogPosition(1, offset), 160, 1, 1, List.of(Blobs.id(new SplittableRandom(offset))));
    return new Quarantine.Entry(damage, healedBy);
  }

  @BeforeEach
  void write() throws IOException {
    disk.createFolder(FOLDER);
    QuarantineFile.write(disk, FOLDER, STORE, List.of(OPEN, HEALED));
  }

  private StoppedQuarantine open() {
    return StoppedQuarantine.open(disk, FOLDER, STORE, findings::add);
  }

  @Test
  void damageIsListedWithItsState() {
    StoppedQuarantine quarantine = open();
    assertThat(quarantine.entries()).containsExactly(OPEN, HEALED);
    assertThat(findings).isEmpty();
    quarantine.report(findings::add);
    assertThat(findings).noneMatch(Finding::isDamage);
    assertThat(findings.get(0).what()).contains(OPEN.damage().blobs().toString());
    assertThat(findings.get(0).meaning()).isEqualTo("another replica must repair it");
    assertThat(findings.get(1).meaning()).isEqualTo("it is repaired");
  }

  @Test
  void onlyRepairedDamageMayBeSkipped() {
    StoppedQuarantine quarantine = open();
    assertThat(quarantine.healedAt(OPEN.damage().place())).isEmpty();
    assertThat(quarantine.healedAt(HEALED.damage().place())).hasValue(HEALED.damage());
    assertThat(quarantine.healedAt(new LogPosition(1, 800))).isEmpty();
  }

  @Test
  void theBlobsOfOpenAndRepairedDamageAreNamed() {
    StoppedQuarantine quarantine = open();
    assertThat(List.of(OPEN, HEALED))
        .allMatch(entry -> quarantine.names(entry.damage().blobs().getFirst()));
    assertThat(quarantine.names(Blobs.id(new SplittableRandom(9)))).isFalse();
  }

  @Test
  void aDamagedFileIsAFindingAndItsEntriesAreForgotten() {
    disk.flip(FOLDER + "/" + QuarantineFile.NAME, 100, 1);
    assertThat(open().entries()).isEmpty();
    assertThat(findings)
        .singleElement()
        .matches(Finding::isDamage)
        .extracting(Finding::what)
        .isEqualTo("partition-7/quarantine is damaged");
  }

  @Test
  void aFileThatCannotBeReadIsAFinding() {
    disk.failReads(true);
    assertThat(open().entries()).isEmpty();
    assertThat(findings)
        .singleElement()
        .extracting(Finding::what)
        .asString()
        .startsWith("java.io.IOException");
  }
}
