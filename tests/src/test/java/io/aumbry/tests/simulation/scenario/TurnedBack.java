package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One of three machines, with a store that goes back to a time before most blobs. The tokens of the
 * others are of that time too, so they ask it for nothing that it has lost and tell it nothing.
 */
final class TurnedBack {
  static final int MACHINE = 2;

  /** Time in which tokens are saved, and in which undamaged replicas are proven. */
  static final Duration SAVED = Duration.ofSeconds(8);

  /** In bytes. */
  private static final int SIZE = 4_000;

  private static final int BEFORE = 10;

  /** Offset of the store's last sequence number in a note with tokens. */
  private static final int SEQUENCE_AT = 21;

  private static final List<Integer> OTHERS = List.of(0, 1);

  private TurnedBack() {}

  /**
   * Turns the store back, and removes its last sequence number from the note with its tokens, so
   * that nothing shows the loss.
   *
   * @param lost the number of blobs that the old store lacks
   * @return all blobs
   */
  static List<KeptBlob> turnBack(Stage stage, int lost) {
    return turnBack(stage, lost, () -> forgetEnd(stage));
  }

  /** Turns the store back. The notes beside it are current. */
  static List<KeptBlob> turnStoreBack(Stage stage, int lost) {
    return turnBack(stage, lost, () -> {});
  }

  private static List<KeptBlob> turnBack(Stage stage, int lost, Runnable whileAllAreDown) {
    List<KeptBlob> blobs = new ArrayList<>(stage.put(BEFORE, SIZE));
    stage.pass(SAVED);
    killAll(stage);
    List<CrashingDisk> old = stage.cluster().contents().copyStores(MACHINE);
    List<List<CrashingDisk>> known = notesOfOthers(stage);
    startAll(stage);
    blobs.addAll(stage.put(lost, SIZE));
    stage.pass(SAVED);
    killAll(stage);
    stage.cluster().contents().putStores(MACHINE, old);
    putNotesOfOthers(stage, known);
    whileAllAreDown.run();
    startAll(stage);
    return blobs;
  }

  /** Copies the notes of the other machines, which must be down. */
  static List<List<CrashingDisk>> notesOfOthers(Stage stage) {
    return OTHERS.stream().map(stage.cluster().contents()::copyNotes).toList();
  }

  static void putNotesOfOthers(Stage stage, List<List<CrashingDisk>> notes) {
    for (int i = 0; i < notes.size(); i++) {
      stage.cluster().contents().putNotes(OTHERS.get(i), notes.get(i));
    }
  }

  /** Removes the last sequence number from the notes of the machine, which must be down. */
  static void forgetEnd(Stage stage) {
    noteEnd(stage, 0);
  }

  /** Sets the last sequence number in the notes of the machine, which must be down. */
  static void noteEnd(Stage stage, long last) {
    List<CrashingDisk> notes = stage.cluster().contents().copyNotes(MACHINE);
    for (CrashingDisk disk : notes) {
      disk.files().stream()
          .filter(name -> name.endsWith(".tokens"))
          .forEach(name -> noteEnd(disk, name, last));
    }
    stage.cluster().contents().putNotes(MACHINE, notes);
  }

  private static void noteEnd(CrashingDisk disk, String name, long last) {
    ByteBuffer note = ByteBuffer.wrap(disk.bytes(name)).putLong(SEQUENCE_AT, last);
    int end = note.capacity() - Integer.BYTES;
    note.putInt(end, Crc32c.of(note.slice(0, end)));
    disk.overwrite(name, 0, note.array());
  }

  private static void killAll(Stage stage) {
    stage.cluster().kill(MACHINE);
    OTHERS.forEach(stage.cluster()::kill);
  }

  static void startAll(Stage stage) {
    OTHERS.forEach(stage.cluster()::start);
    stage.cluster().start(MACHINE);
    stage.settle();
  }

  /**
   * Returns the nodes with a replica that lacks any of the blobs. The reads take up to {@code
   * span}.
   */
  static Set<String> lacking(Stage stage, Duration span, List<KeptBlob> blobs) {
    Set<String> lacking = new TreeSet<>();
    stage.look(
        span,
        replica -> {
          if (blobs.stream().anyMatch(blob -> !Alone.isThere(replica, blob))) {
            lacking.add(replica.node());
          }
        });
    return lacking;
  }
}
