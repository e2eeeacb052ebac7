package io.aumbry.tests.simulation.ledger;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.tests.simulation.disk.DiskObserver;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows the notes beside the stores of one disk, parsed without code of the product. */
final class NotesMedium implements DiskObserver {
  private static final Pattern NOTE = Pattern.compile("(\\d+)\\.(complete|recency)");
  private static final int STORE_AT = 5;
  private static final int IN_STEP_AT = 29;

  private final String node;
  private final CrashingDisk medium;
  private final Listener listener;

  /** Receives notes. */
  interface Listener {
    /** A process starts with the note that a store is complete. The note may be old. */
    void foundComplete(UUID store);

    /** A process starts with a note of recency. The note may be old. */
    void found(UUID store, Account.Noted note);

    void completed(UUID store);

    void noted(UUID store, Account.Noted note);

    void withdrawn(String node, int partition);
  }

  NotesMedium(String node, CrashingDisk medium, Listener listener) {
    this.node = node;
    this.medium = medium;
    this.listener = listener;
  }

  void scan() {
    medium.files().forEach(file -> read(file, listener::foundComplete, listener::found));
  }

  private void read(String file, Consumer<UUID> complete, BiConsumer<UUID, Account.Noted> recency) {
    Matcher note = NOTE.matcher(file);
    if (note.matches()) {
      ByteBuffer bytes = ByteBuffer.wrap(medium.bytes(file));
      UUID store = new UUID(bytes.getLong(STORE_AT), bytes.getLong(STORE_AT + Long.BYTES));
      if (note.group(2).equals("complete")) {
        complete.accept(store);
      } else {
        recency.accept(
            store,
            new Account.Noted(bytes.getLong(IN_STEP_AT), bytes.getLong(IN_STEP_AT + Long.BYTES)));
      }
    }
  }

  @Override
  public void forced(String path, DiskFile file) {
    // a note counts under its final name only
  }

  @Override
  public void renamed(String from, String to) {
    read(to, listener::completed, listener::noted);
  }

  @Override
  public void deleted(String path) {
    Matcher note = NOTE.matcher(path);
    if (note.matches() && note.group(2).equals("complete")) {
      listener.withdrawn(node, Integer.parseInt(note.group(1)));
    }
  }
}
