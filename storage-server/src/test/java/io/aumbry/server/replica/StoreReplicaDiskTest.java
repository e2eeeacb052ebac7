package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.disk.CrashingDisk;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The notes beside the stores of a disk. */
class StoreReplicaDiskTest {
  private static final String NOTE = "7.note";

  private static ByteBuffer content(int first) {
    return ByteBuffer.allocate(100).put(0, (byte) first);
  }

  private static OpenReplicas replicas(int seed) {
    return new OpenReplicas(new CrashingDisk(new SplittableRandom(seed)));
  }

  /** A crash drops any part of the changes that are not durable, so the test tries several. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void aDurableNoteIsThereAfterACrashAndADeletedOneIsNot(int seed) {
    try (OpenReplicas before = replicas(seed)) {
      before.disk().writeNote(NOTE, content(1), true);
      before.disk().writeNote(NOTE, content(2), true);
      try (OpenReplicas after = new OpenReplicas(before.medium().afterCrash())) {
        assertThat(after.disk().readNote(NOTE)).hasValue(content(2));
        after.disk().deleteNote(NOTE);
        try (OpenReplicas last = new OpenReplicas(after.medium().afterCrash())) {
          assertThat(last.disk().readNote(NOTE)).isEmpty();
        }
      }
    }
  }

  @Test
  void aNoteThatNeedNotBeDurableCostsNoSync() {
    try (OpenReplicas replicas = replicas(1)) {
      int before = replicas.medium().forces();
      replicas.disk().writeNote(NOTE, content(1), false);
      assertThat(replicas.medium().forces()).isEqualTo(before);
      assertThat(replicas.disk().readNote(NOTE)).hasValue(content(1));
    }
  }
}
