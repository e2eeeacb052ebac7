package io.aumbry.router.journal;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A journal that is written: a header, and lines at its end. Used by one thread at a time. */
final class JournalFile implements AutoCloseable {
  /** Lines that are written at once. */
  private static final int BATCH = 1024;

  private static final int COPIED_AT_ONCE = 1 << 20;

  private final Path made;
  private final FileOutputStream out;
  private long size;

  private JournalFile(Path made, FileOutputStream out) {
    this.made = made;
    this.out = out;
  }

  /** A new file with these lines, which are on the disk then; locked until it is closed. */
  static JournalFile create(Path path, UUID boot, List<Line> lines, Medium medium)
      throws IOException {
    JournalFile file = new JournalFile(path, medium.create(path));
    try {
      if (Optional.ofNullable(file.out.getChannel().tryLock()).isEmpty()) {
        throw new IOException(path + " is locked by another process");
      }
      file.write(Origin.of(path, boot).header(), Line.SIZE);
      file.append(lines);
      file.out.getFD().sync();
      return file;
    } catch (IOException | RuntimeException failure) {
      file.close();
      throw failure;
    }
  }

  /** In bytes. */
  long size() {
    return size;
  }

  /** Each batch is written by one call of the system, to the page cache. */
  void append(List<Line> lines) throws IOException {
    for (int from = 0; from < lines.size(); from += BATCH) {
      List<Line> batch = lines.subList(from, Math.min(from + BATCH, lines.size()));
      ByteBuffer bytes = ByteBuffer.allocate(batch.size() * Line.SIZE);
      batch.forEach(line -> line.write(bytes));
      write(bytes.array(), bytes.position());
    }
  }

  private void write(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    size += length;
  }

  /** Adds what another file has from {@code start} on, and takes its place. */
  void replace(Path other, long start) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(other.toFile(), "r")) {
      in.seek(start);
      byte[] bytes = new byte[COPIED_AT_ONCE];
      for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
        write(bytes, read);
      }
    }
    moveTo(other);
  }

  /** Puts this file in the place of {@code other}, which may be there. */
  void moveTo(Path other) throws IOException {
    Files.move(made, other, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
