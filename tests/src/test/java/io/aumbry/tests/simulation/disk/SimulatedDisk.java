package io.aumbry.tests.simulation.disk;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The view of a process on a medium. Operations take virtual time and can fail. The medium survives
 * the process.
 */
public final class SimulatedDisk implements Disk {
  private final String name;
  private final CrashingDisk medium;
  private final SimulatedProcess process;
  private final DiskFaults faults;
  private final RandomGenerator random;
  private final DiskObserver observer;

  public SimulatedDisk(
      String name,
      CrashingDisk medium,
      SimulatedProcess process,
      DiskFaults faults,
      RandomGenerator random,
      DiskObserver observer) {
    this.name = name;
    this.medium = medium;
    this.process = process;
    this.faults = faults;
    this.random = random;
    this.observer = observer;
  }

  private void take(Duration least) {
    long nanos = (long) (least.toNanos() * (1 + random.nextDouble()) * faults.slowness());
    process.pause(Duration.ofNanos(nanos));
  }

  private void maybeFail(boolean failing, String operation) throws IOException {
    if (failing) {
      throw new IOException(operation + " of " + name + ": Input/output error");
    }
  }

  @Override
  public DiskFile open(String path) throws IOException {
    return new File(path, medium.open(path));
  }

  @Override
  public DiskFile create(String path) throws IOException {
    maybeFail(faults.failsWrites(), "creating " + path);
    return new File(path, medium.create(path));
  }

  @Override
  public boolean exists(String path) throws IOException {
    return medium.exists(path);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return medium.list(folder);
  }

  @Override
  public void createFolder(String path) throws IOException {
    medium.createFolder(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    maybeFail(faults.failsWrites(), "renaming " + from);
    medium.rename(from, to);
    observer.renamed(from, to);
  }

  @Override
  public void delete(String path) throws IOException {
    medium.delete(path);
    observer.deleted(path);
  }

  @Override
  public void syncFolder(String path) throws IOException {
    take(Timings.SYNC);
    maybeFail(faults.failsSync(), "sync of folder " + path);
    medium.syncFolder(path);
  }

  @Override
  public long usableSpace() throws IOException {
    return Math.max(0, faults.capacity() - medium.usedSpace());
  }

  @Override
  public long totalSpace() {
    return faults.capacity();
  }

  @Override
  public Lock lock(String path) {
    return medium.lock(path);
  }

  @Override
  public String toString() {
    return name;
  }

  private final class File implements DiskFile {
    private final String path;
    private final DiskFile file;

    File(String path, DiskFile file) {
      this.path = path;
      this.file = file;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      take(Timings.READ);
      requireReadable(target, position);
      return file.read(target, position);
    }

    @Override
    public int readNow(ByteBuffer target, long position) throws IOException {
      requireReadable(target, position);
      return file.readNow(target, position);
    }

    private void requireReadable(ByteBuffer target, long position) throws IOException {
      faults.countRead();
      maybeFail(faults.failsReads(path, position, position + target.remaining()), "read");
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      take(Timings.WRITE);
      requireRoom(source.remaining(), position);
      file.write(source, position);
    }

    @Override
    public void gather(ByteBuffer[] sources, long position) throws IOException {
      take(Timings.WRITE);
      long bytes = 0;
      for (ByteBuffer source : sources) {
        bytes += source.remaining();
      }
      requireRoom(bytes, position);
      file.gather(sources, position);
    }

    private void requireRoom(long bytes, long position) throws IOException {
      maybeFail(faults.failsWrites(), "write");
      if (position + bytes > file.size() && usableSpace() < position + bytes - file.size()) {
        throw new NoSpaceException("no space left on " + name, new IOException());
      }
    }

    @Override
    public boolean allocate(long from, long to) throws IOException {
      maybeFail(faults.failsWrites(), "allocation");
      return usableSpace() >= to - from && file.allocate(from, to);
    }

    @Override
    public void uncache(long from, long to) {
      file.uncache(from, to);
    }

    /** A failed sync may have written a part, and the next sync does not write the rest. */
    @Override
    public void force() throws IOException {
      take(Timings.SYNC);
      if (faults.failsSync()) {
        medium.failForces(true);
        try {
          file.force();
        } finally {
          medium.failForces(false);
        }
      } else {
        file.force();
        observer.forced(path, file);
      }
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void truncate(long size) throws IOException {
      file.truncate(size);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** Times of a good solid-state disk. Each operation takes up to twice its time. */
  private static final class Timings {
    static final Duration READ = Duration.ofNanos(80_000);
    static final Duration WRITE = Duration.ofNanos(20_000);
    static final Duration SYNC = Duration.ofNanos(500_000);
  }
}
