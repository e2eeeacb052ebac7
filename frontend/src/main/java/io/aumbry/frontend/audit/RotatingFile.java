package io.aumbry.frontend.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A file that only its owner can read. At its size limit it is renamed to {@code FILE.1}, {@code
 * FILE.1} to {@code FILE.2}, and so on.
 */
final class RotatingFile implements AuditOutput {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final Path file;
  private final long maxSize;
  private final int kept;
  private Optional<FileChannel> channel = Optional.empty();

  /**
   * Opens the file.
   *
   * @param maxSize in bytes; only a single write may exceed it
   * @param kept number of renamed files
   */
  RotatingFile(Path file, long maxSize, int kept) throws IOException {
    this.file = file;
    this.maxSize = maxSize;
    this.kept = kept;
    open();
  }

  private FileChannel open() throws IOException {
    FileChannel opened =
        FileChannel.open(
            file,
            EnumSet.of(
                StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
            PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    try {
      Files.setPosixFilePermissions(file, OWNER_ONLY);
    } catch (IOException e) {
      opened.close();
      throw e;
    }
    channel = Optional.of(opened);
    return opened;
  }

  @Override
  public void write(byte[] lines) throws IOException {
    FileChannel to = channel.isPresent() ? channel.get() : open();
    if (to.size() > 0 && to.size() + lines.length > maxSize) {
      close();
      rotate();
      to = open();
    }
    try {
      for (ByteBuffer rest = ByteBuffer.wrap(lines); rest.hasRemaining(); ) {
        to.write(rest);
      }
      to.force(false);
    } catch (IOException e) {
      // The next write opens the file again, because this channel may be unusable.
      close();
      throw e;
    }
  }

  private void rotate() throws IOException {
    Files.deleteIfExists(numbered(kept));
    for (int number = kept - 1; number >= 1; number--) {
      if (Files.exists(numbered(number))) {
        Files.move(numbered(number), numbered(number + 1), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    Files.move(file, numbered(1), StandardCopyOption.ATOMIC_MOVE);
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  @Override
  public void close() throws IOException {
    if (channel.isPresent()) {
      FileChannel open = channel.get();
      channel = Optional.empty();
      open.close();
    }
  }
}
