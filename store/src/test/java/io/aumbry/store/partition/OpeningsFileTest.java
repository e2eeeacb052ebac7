package io.aumbry.store.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.store.disk.CrashingDisk;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpeningsFileTest {
  private static final String FOLDER = "partition-7";
  private static final String PATH = FOLDER + "/" + OpeningsFile.NAME;
  private static final UUID STORE = new UUID(1, 2);

  private final CrashingDisk medium = new CrashingDisk(new SplittableRandom(5));
  private final OpeningsFile file = of(medium, STORE);

  @BeforeEach
  void createFolder() throws IOException {
    medium.createFolder(FOLDER);
    medium.syncFolder("");
  }

  private static OpeningsFile of(CrashingDisk disk, UUID store) {
    return new OpeningsFile(disk, FOLDER, store);
  }

  @Test
  void openingsSurviveACrash() throws IOException {
    file.add(100, 0);
    file.add(200, 7);
    assertThat(of(medium.afterCrash(), STORE).read().known())
        .containsExactly(new Opening(100, 0), new Opening(200, 7));
  }

  @Test
  void aFileThatIsDamagedOrOfAnotherStoreNamesNoOpening() throws IOException {
    file.add(100, 0);
    requireUnknown(new UUID(3, 4), medium.copy());
    medium.flip(PATH, 70, 1);
    requireUnknown(STORE, medium);
  }

  @Test
  void aFileThatIsCutAtAnyByteNamesNoOpening() throws IOException {
    file.add(100, 0);
    file.add(200, 7);
    for (int length = medium.bytes(PATH).length - 1; length >= 0; length--) {
      CrashingDisk cut = medium.copy();
      cut.cut(PATH, length);
      requireUnknown(STORE, cut);
    }
  }

  private static void requireUnknown(UUID store, CrashingDisk disk) throws IOException {
    OpeningsFile damaged = of(disk, store);
    assertThatThrownBy(damaged::read)
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD));
    assertThat(damaged.add(300, 9).known()).containsExactly(new Opening(300, 9));
    assertThat(damaged.read().known()).containsExactly(new Opening(300, 9));
  }

  @Test
  void noMoreOpeningsAreReadThanAreWritten() throws IOException {
    for (int i = 0; i <= Openings.MOST; i++) {
      file.add(100 + i, i);
    }
    assertThat(file.read().known())
        .hasSize(Openings.MOST)
        .last()
        .isEqualTo(new Opening(100 + Openings.MOST, Openings.MOST));
  }

  /** A former file would name an opening before this one as the present one, also after a crash. */
  @Test
  void theLastOpeningOfTheFileIsThePresentOneOrTheFileIsGone() throws IOException {
    file.add(100, 0);
    int gone = 0;
    for (int changes = 0; changes < 8; changes++) {
      CrashingDisk failing = medium.copy();
      failing.failAfter(changes);
      if (isAdded(failing)) {
        requirePresentOrGone(failing);
        gone += failing.exists(PATH) ? 0 : 1;
        requirePresentOrGone(failing.afterCrash());
      }
    }
    assertThat(gone).isPositive();
  }

  private static void requirePresentOrGone(CrashingDisk disk) throws IOException {
    assertThat(of(disk, STORE).read().known())
        .isIn(List.of(), List.of(new Opening(100, 0), new Opening(200, 7)));
  }

  private static boolean isAdded(CrashingDisk disk) {
    try {
      return of(disk, STORE).add(200, 7).current().equals(new Opening(200, 7));
    } catch (IOException e) {
      return false;
    }
  }
}
