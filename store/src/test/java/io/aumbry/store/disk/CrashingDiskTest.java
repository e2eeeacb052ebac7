package io.aumbry.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The disk of the simulator keeps the rules of a file system. */
class CrashingDiskTest {
  private final CrashingDisk disk = new CrashingDisk(new SplittableRandom(1));

  /** Each crash keeps another prefix of the changes that were not synced. */
  @Test
  void aFileStaysInItsFolderWhenTheFolderIsRenamed() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      CrashingDisk renamed = new CrashingDisk(new SplittableRandom(seed));
      renamed.createFolder("before");
      renamed.syncFolder("");
      renamed.create("before/file").close();
      renamed.rename("before", "after");
      renamed.syncFolder("");
      assertThat(renamed.afterCrash().files()).isSubsetOf("after/file");
      assertThat(renamed.files()).containsExactly("after/file");
    }
  }

  @Test
  void aRenamedFolderMayComeBackUnderItsOldNameAfterACrash() throws IOException {
    disk.createFolder("before");
    disk.create("before/file").close();
    disk.syncFolder("before");
    disk.syncFolder("");
    disk.rename("before", "after");
    assertThat(disk.copy().files()).containsExactly("after/file");
    CrashingDisk found = disk.afterCrash();
    assertThat(found.files()).containsAnyOf("before/file", "after/file").hasSize(1);
  }

  @Test
  void aFileNeedsItsFolder() throws IOException {
    assertThatThrownBy(() -> disk.create("missing/file")).isInstanceOf(NoSuchFileException.class);
    disk.createFolder("there");
    disk.create("there/file").close();
    disk.rename("there", "elsewhere");
    assertThatThrownBy(() -> disk.create("there/file")).isInstanceOf(NoSuchFileException.class);
    assertThat(disk.files()).containsExactly("elsewhere/file");
  }
}
