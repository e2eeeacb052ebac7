package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

final class GuardedFile implements DiskFile {
  private final DiskFile file;
  private final DiskGuard guard;
  private final String path;

  GuardedFile(DiskFile file, DiskGuard guard, String path) {
    this.file = file;
    this.guard = guard;
    this.path = path;
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return guard.watch("read", path, () -> file.read(target, position));
  }

  @Override
  public int readAlone(ByteBuffer target, long position) throws IOException {
    return guard.watch("read", path, () -> file.readAlone(target, position));
  }

  @Override
  public void announce(long position, long length) {
    if (guard.isInService()) {
      file.announce(position, length);
    }
  }

  /** Needs no watchdog, because it never waits. */
  @Override
  public int readNow(ByteBuffer target, long position) throws IOException {
    guard.requireUsable();
    return file.readNow(target, position);
  }

  @Override
  public void reportUnreadable(long position) {
    if (guard.isInService()) {
      file.reportUnreadable(position);
      guard.unreadable(path, position);
    }
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    perform("write", () -> file.write(source, position));
  }

  @Override
  public void gather(ByteBuffer[] sources, long position) throws IOException {
    perform("write", () -> file.gather(sources, position));
  }

  @Override
  public boolean allocate(long from, long to) throws IOException {
    return guard.watch("allocate in", path, () -> file.allocate(from, to));
  }

  @Override
  public void uncache(long from, long to) {
    if (guard.isInService()) {
      file.uncache(from, to);
    }
  }

  @Override
  public void force() throws IOException {
    perform("sync", file::force);
  }

  @Override
  public long size() throws IOException {
    return guard.watch("read the size of", path, file::size);
  }

  @Override
  public void truncate(long size) throws IOException {
    perform("truncate", () -> file.truncate(size));
  }

  /** Not closed after a hang: the JDK would wait for the hanging operation. */
  @Override
  public void close() throws IOException {
    if (guard.isInService()) {
      perform("close", file::close);
    }
  }

  private void perform(String what, SystemError.Step step) throws IOException {
    guard.watch(
        what,
        path,
        () -> {
          step.perform();
          return path;
        });
  }
}
