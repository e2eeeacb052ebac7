package io.aumbry.store.index;

import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A disk that fails on command and counts open files. */
public final class FaultyDisk implements Disk {
  private final Disk disk;
  private final AtomicInteger openFiles = new AtomicInteger();
  private final List<Place> unreadable = new CopyOnWriteArrayList<>();
  private volatile Fault fault = (action, path) -> {};

  /** A range of bytes in a file. */
  private record Place(String path, long from, long to) {
    boolean meets(String other, long start, long end) {
      return path.equals(other) && start < to && from < end;
    }
  }

  public enum Action {
    CREATE,
    READ,
    WRITE,
    FORCE,
    /** Creates, renames, deletes or syncs a name. */
    NAME,
    /** Checks existence, lists, or reads the free space. */
    LOOK
  }

  /** Fails an operation by throwing. */
  public interface Fault {
    void meet(Action action, String path) throws IOException;
  }

  public FaultyDisk(Disk disk) {
    this.disk = disk;
  }

  /** If {@code next} blocks, the operation hangs. */
  public void fail(Fault next) {
    fault = next;
  }

  /** Reads of these bytes fail until the file is deleted: a new file gets other sectors. */
  public void breakSectors(String path, long from, long to) {
    unreadable.add(new Place(path, from, to));
  }

  /** All sectors can be read again. */
  public void mendSectors() {
    unreadable.clear();
  }

  public int openFiles() {
    return openFiles.get();
  }

  @Override
  public DiskFile open(String path) throws IOException {
    return new File(disk.open(path), path);
  }

  @Override
  public DiskFile create(String path) throws IOException {
    fault.meet(Action.CREATE, path);
    return new File(disk.create(path), path);
  }

  @Override
  public boolean exists(String path) throws IOException {
    fault.meet(Action.LOOK, path);
    return disk.exists(path);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    fault.meet(Action.LOOK, folder);
    return disk.list(folder);
  }

  @Override
  public void createFolder(String path) throws IOException {
    fault.meet(Action.NAME, path);
    disk.createFolder(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    fault.meet(Action.NAME, from);
    disk.rename(from, to);
  }

  @Override
  public void delete(String path) throws IOException {
    fault.meet(Action.NAME, path);
    disk.delete(path);
    unreadable.removeIf(place -> place.path().equals(path));
  }

  @Override
  public void syncFolder(String path) throws IOException {
    fault.meet(Action.NAME, path);
    disk.syncFolder(path);
  }

  @Override
  public long usableSpace() throws IOException {
    fault.meet(Action.LOOK, "");
    return disk.usableSpace();
  }

  @Override
  public long totalSpace() throws IOException {
    fault.meet(Action.LOOK, "");
    return disk.totalSpace();
  }

  @Override
  public Lock lock(String path) throws IOException {
    return disk.lock(path);
  }

  @Override
  public String toString() {
    return "faulty";
  }

  private final class File implements DiskFile {
    private final DiskFile file;
    private final String path;

    File(DiskFile file, String path) {
      this.file = file;
      this.path = path;
      openFiles.incrementAndGet();
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      fault.meet(Action.READ, path);
      requireReadable(target, position);
      return file.read(target, position);
    }

    private void requireReadable(ByteBuffer target, long position) throws IOException {
      long end = position + target.remaining();
      if (unreadable.stream().anyMatch(place -> place.meets(path, position, end))) {
        throw new IOException("Input/output error");
      }
    }

    @Override
    public int readNow(ByteBuffer target, long position) throws IOException {
      requireReadable(target, position);
      int read = file.readNow(target, position);
      fault.meet(Action.READ, path);
      return read;
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      fault.meet(Action.WRITE, path);
      file.write(source, position);
    }

    @Override
    public void gather(ByteBuffer[] sources, long position) throws IOException {
      fault.meet(Action.WRITE, path);
      file.gather(sources, position);
    }

    @Override
    public boolean allocate(long from, long to) throws IOException {
      fault.meet(Action.WRITE, path);
      return file.allocate(from, to);
    }

    @Override
    public void uncache(long from, long to) {
      file.uncache(from, to);
    }

    @Override
    public void force() throws IOException {
      fault.meet(Action.FORCE, path);
      file.force();
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
      openFiles.decrementAndGet();
      file.close();
    }
  }
}
