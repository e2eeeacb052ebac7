package io.aumbry.router.journal;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.router.journal.LeftOverJournal.Bounds;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A folder with a journal, and a disk under it with faults to order. */
final class Notes implements Medium {
  boolean isFull;
  boolean isReadOnly;
  boolean hasNoThreads;
  Runnable whenDrafted = () -> {};
  private final Path folder;
  private final Bounds bounds;
  private final Random random = new Random(1);
  private final List<Thread> threads = new ArrayList<>();

  Notes(Path folder) {
    this(folder, Bounds.DEFAULT);
  }

  Notes(Path folder, Bounds bounds) {
    this.folder = folder;
    this.bounds = bounds;
  }

  Path file() {
    return folder.resolve("left-overs");
  }

  LeftOvers open() {
    BlockingThreads noted =
        (name, task) -> {
          if (hasNoThreads) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(task);
          threads.add(thread);
          return thread;
        };
    return LeftOverJournal.open(folder, noted, this, bounds);
  }

  /** What the next process finds. */
  List<LeftOver> found() {
    try (LeftOvers next = open()) {
      return next.takeFound();
    }
  }

  /** Until nothing is written anew any more. */
  void settle() throws InterruptedException {
    for (Thread thread : List.copyOf(threads)) {
      thread.join();
    }
  }

  int rewrites() {
    return threads.size();
  }

  BlobId id(BlobKind kind) {
    BlobId.Owner owner = new BlobId.Owner(1, 101, 5, false);
    return BlobId.create(owner, kind, 7, 1_700_000_000_000L, random);
  }

  LeftOver chunk() {
    return new LeftOver(id(BlobKind.CHUNK), 0, List.of(1));
  }

  void cut(long length) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file().toFile(), "rw")) {
      open.setLength(length);
    }
  }

  /** Writes over what is in the file, or behind it. */
  void overwrite(long at, byte... bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file().toFile(), "rw")) {
      open.seek(at);
      open.write(bytes);
    }
  }

  void flip(long at) throws IOException {
    overwrite(at, (byte) (Files.readAllBytes(file())[Math.toIntExact(at)] ^ 0x10));
  }

  @Override
  public FileOutputStream create(Path file) throws IOException {
    whenDrafted.run();
    return new FileOutputStream(file.toFile()) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        if (isFull) {
          super.write(bytes, from, Math.min(length, 10));
          throw new IOException("No space left on device");
        }
        super.write(bytes, from, length);
      }
    };
  }

  @Override
  public void remove(Path file) throws IOException {
    if (isReadOnly) {
      throw new IOException("Read-only file system");
    }
    Files.deleteIfExists(file);
  }

  @Override
  public void move(Path file, Path to) throws IOException {
    if (isReadOnly) {
      throw new IOException("Read-only file system");
    }
    Medium.super.move(file, to);
  }
}
