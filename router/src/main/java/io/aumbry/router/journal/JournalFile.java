package io.aumbry.router.journal;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/** A journal that is written: a header, and lines at its end. Used by one thread at a time. */
final class JournalFile implements AutoCloseable {
  private static final long MAGIC = 0x41554D424C454654L;
  private static final int VERSION = 1;

  /** Lines that are written at once. */
  private static final int BATCH = 1024;

  private final Path made;
  private final FileOutputStream out;
  private final Object key;
  private long size;

  private JournalFile(Path made, FileOutputStream out, Object key) {
    this.made = made;
    this.out = out;
    this.key = key;
  }

  /** A new file with these lines, which are on the disk then; locked until it is closed. */
  static JournalFile create(Path path, List<Line> lines, Medium medium) throws IOException {
    FileOutputStream out = medium.create(path);
    try {
      if (Optional.ofNullable(out.getChannel().tryLock()).isEmpty()) {
        throw new IOException(path + " is locked by another process");
      }
      JournalFile file = new JournalFile(path, out, key(path));
      file.write(header(), Line.SIZE);
      file.append(lines);
      out.getFD().sync();
      return file;
    } catch (IOException | RuntimeException failure) {
      out.close();
      throw failure;
    }
  }

  /** With which each file of this version begins. */
  static byte[] header() {
    return ByteBuffer.allocate(Line.SIZE).putLong(MAGIC).putInt(VERSION).array();
  }

  /** Tells files apart. */
  private static Object key(Path path) throws IOException {
    return Optional.ofNullable(Files.readAttributes(path, BasicFileAttributes.class).fileKey())
        .orElseThrow(() -> new IOException("the file system tells no inode of " + path));
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

  /** Puts this file in the place of {@code other}, which may be there. */
  void moveTo(Path other, Medium medium) throws IOException {
    medium.move(made, other);
  }

  /** Whether this is what is found there. */
  boolean isAt(Path path) {
    try {
      return key.equals(key(path));
    } catch (IOException unknown) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
