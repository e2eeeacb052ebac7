package io.aumbry.store.disk;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.random.RandomGenerator;

/**
 * A disk in memory that loses unsynced changes in a crash, and crashes and fails on command. One
 * generator makes all choices. Changes of names become durable in order: a crash keeps a prefix of
 * the unsynced ones.
 */
public final class CrashingDisk implements Disk {
  private final SplittableRandom random;
  private final Map<String, CrashingFile> names = new TreeMap<>();
  private final Map<String, CrashingFile> durableNames = new TreeMap<>();
  private final List<NameChange> unsynced = new ArrayList<>();
  private long capacity = Long.MAX_VALUE;
  private long changesLeft = Long.MAX_VALUE;
  private long changesToFailure = Long.MAX_VALUE;
  private boolean tellsRoom = true;
  private boolean givesRoom = true;

  /** While held for writing, no sync begins. */
  private final ReentrantReadWriteLock forcing = new ReentrantReadWriteLock();

  private volatile CountDownLatch meeting = new CountDownLatch(0);

  private Cached cached = Cached.SOME;

  /** Separate, so that the number of reads does not influence a test's choices. */
  private final RandomGenerator caching = new SplittableRandom(1);

  private boolean crashed;
  private boolean failingForces;
  private boolean failingReads;
  private boolean brokenForces;
  private int forces;

  /** Which bytes can be read without waiting. */
  public enum Cached {
    ALL,
    /** Random for each read. */
    SOME,
    NONE
  }

  /** A separate generator, because disk threads use it concurrently with the test. */
  public CrashingDisk(SplittableRandom random) {
    this.random = random.split();
  }

  /** Crashes in the change after this many others. */
  public synchronized void crashAfter(int changes) {
    changesLeft = changes;
  }

  /** Fails the change after this many others, and then works again. */
  public synchronized void failAfter(int changes) {
    changesToFailure = changes;
  }

  public synchronized void failForces(boolean fail) {
    failingForces = fail;
  }

  /** No sync begins until the same thread calls {@link #releaseForces}. */
  public void holdForces() {
    forcing.writeLock().lock();
  }

  /** Later syncs wait until this many have begun. */
  public void meetForces(int count) {
    meeting = new CountDownLatch(count);
  }

  public void releaseForces() {
    forcing.writeLock().unlock();
  }

  public synchronized void cache(Cached what) {
    cached = what;
  }

  public synchronized void failReads(boolean fail) {
    failingReads = fail;
  }

  /** Syncs end with a runtime fault that no disk causes. */
  public synchronized void breakForces(boolean broken) {
    brokenForces = broken;
  }

  public synchronized void limitTo(long bytes) {
    capacity = bytes;
    tellsRoom = true;
  }

  /** Writes beyond the limit fail although the disk reports plenty of space. */
  public synchronized void limitSecretlyTo(long bytes) {
    capacity = bytes;
    tellsRoom = false;
  }

  /** Whether space can be allocated ahead of writes. */
  public synchronized void giveRoom(boolean gives) {
    givesRoom = gives;
  }

  /** The ranges that were released from the cache, in order. */
  public synchronized List<Span> uncached(String path) {
    return file(path).uncached();
  }

  /** Bytes of all files. */
  public synchronized long usedSpace() {
    return used();
  }

  public synchronized boolean hasCrashed() {
    return crashed;
  }

  public synchronized int forces() {
    return forces;
  }

  public synchronized byte[] bytes(String path) {
    return file(path).seen().clone();
  }

  /** Part of a file's content. */
  public synchronized byte[] bytes(String path, int from, int length) {
    return Arrays.copyOfRange(file(path).seen(), from, from + length);
  }

  public synchronized boolean has(String path, int from, byte[] bytes) {
    byte[] seen = file(path).seen();
    int to = from + bytes.length;
    return to <= seen.length && Arrays.equals(seen, from, to, bytes, 0, bytes.length);
  }

  /** The positions of a marker in a file, at multiples of {@link MarkerIndex#STEP}. */
  public synchronized List<Integer> find(String path, byte[] marker) {
    return file(path).find(marker);
  }

  /** Whether these bytes would survive a crash. */
  public synchronized boolean isDurable(String path, int from, int length) {
    CrashingFile file = file(path);
    return file.equals(durableNames.get(path)) && file.isDurable(from, length);
  }

  public synchronized void flip(String path, int at, int bit) {
    file(path).flip(at, bit);
  }

  public synchronized void overwrite(String path, int at, byte[] bytes) {
    file(path).write(at, bytes);
    file(path).force();
  }

  /** Truncates a file in memory and on the medium. */
  public synchronized void cut(String path, int size) {
    file(path).truncate(size);
    file(path).force();
  }

  /** Sorted. */
  public synchronized List<String> files() {
    return names.keySet().stream().filter(name -> !name.endsWith("/")).toList();
  }

  /** The disk after the crash. */
  public synchronized CrashingDisk afterCrash() {
    crashed = true;
    int kept = random.nextInt(unsynced.size() + 1);
    unsynced.subList(0, kept).forEach(change -> change.apply(durableNames));
    CrashingDisk found = new CrashingDisk(random);
    durableNames.forEach((name, file) -> found.names.put(name, file.crashed(random)));
    found.durableNames.putAll(found.names);
    return found;
  }

  /** The disk after a kill of the process: unsynced changes stay unsynced. */
  public synchronized CrashingDisk afterKill() {
    crashed = true;
    CrashingDisk found = new CrashingDisk(random);
    found.names.putAll(names);
    found.durableNames.putAll(durableNames);
    found.unsynced.addAll(unsynced);
    return found;
  }

  /** A durable copy. */
  public synchronized CrashingDisk copy() {
    CrashingDisk copy = new CrashingDisk(random);
    names.forEach((name, file) -> copy.names.put(name, file.copy()));
    copy.durableNames.putAll(copy.names);
    return copy;
  }

  @Override
  public synchronized DiskFile open(String path) throws IOException {
    requireUp();
    CrashingFile file = names.get(path);
    if (file == null) {
      throw new NoSuchFileException(path);
    }
    return new Handle(file);
  }

  @Override
  public synchronized DiskFile create(String path) throws IOException {
    CrashingFile file = new CrashingFile();
    if (!NameChange.folderOf(path).isEmpty()
        && !names.containsKey(NameChange.folderOf(path) + "/")) {
      throw new NoSuchFileException(path);
    }
    change(path, (in, folder) -> in.put(NameChange.pathIn(folder, path), file));
    return new Handle(file);
  }

  @Override
  public synchronized boolean exists(String path) throws IOException {
    requireUp();
    return names.containsKey(path) || names.containsKey(path + "/");
  }

  @Override
  public synchronized List<String> list(String folder) throws IOException {
    requireUp();
    String prefix = folder.isEmpty() ? "" : folder + "/";
    return names.keySet().stream()
        .filter(name -> name.startsWith(prefix) && !name.equals(prefix))
        .map(name -> name.substring(prefix.length()))
        .map(name -> name.endsWith("/") ? name.substring(0, name.length() - 1) : name)
        .filter(name -> !name.contains("/"))
        .toList();
  }

  @Override
  public synchronized void createFolder(String path) throws IOException {
    change(path, (in, folder) -> in.put(NameChange.pathIn(folder, path) + "/", new CrashingFile()));
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    if (!NameChange.folderOf(from).equals(NameChange.folderOf(to))) {
      throw new IllegalArgumentException(from + " and " + to + " are in different folders");
    }
    NameChange.Names rename =
        (in, folder) -> {
          String before = NameChange.pathIn(folder, from);
          String after = NameChange.pathIn(folder, to);
          for (String name : List.copyOf(in.keySet())) {
            if (name.equals(before) || name.startsWith(before + "/")) {
              in.put(after + name.substring(before.length()), in.remove(name));
            }
          }
        };
    boolean isFolder = names.containsKey(from + "/");
    change(new NameChange(NameChange.folderOf(from), rename, isFolder ? from : "", to));
  }

  @Override
  public synchronized void delete(String path) throws IOException {
    change(
        path,
        (in, folder) -> {
          in.remove(NameChange.pathIn(folder, path));
          in.remove(NameChange.pathIn(folder, path) + "/");
        });
  }

  @Override
  public synchronized void syncFolder(String path) throws IOException {
    step();
    List<NameChange> here = unsynced.stream().filter(c -> c.folder().equals(path)).toList();
    here.forEach(change -> change.apply(durableNames));
    unsynced.removeAll(here);
    here.forEach(synced -> unsynced.replaceAll(change -> change.after(synced)));
  }

  @Override
  public synchronized long usableSpace() throws IOException {
    requireUp();
    return tellsRoom ? capacity - used() : Long.MAX_VALUE / 2;
  }

  @Override
  public synchronized long totalSpace() {
    return tellsRoom ? capacity : Long.MAX_VALUE;
  }

  @Override
  public Lock lock(String path) {
    return () -> {};
  }

  @Override
  public String toString() {
    return "crashing";
  }

  private CrashingFile file(String path) {
    CrashingFile file = names.get(path);
    if (file == null) {
      throw new IllegalArgumentException(path + " is not in " + names.keySet());
    }
    return file;
  }

  private long used() {
    long used = 0;
    for (CrashingFile file : names.values()) {
      used += file.size();
    }
    return used;
  }

  private void change(String path, NameChange.Names change) throws IOException {
    change(new NameChange(NameChange.folderOf(path), change, "", ""));
  }

  private void change(NameChange change) throws IOException {
    requireUp();
    change.apply(names);
    unsynced.add(change);
    step();
  }

  /** Crashes when due. The effect of the change is then uncertain. */
  private void step() throws IOException {
    requireUp();
    if (changesToFailure-- == 0) {
      throw new IOException("Input/output error");
    }
    if (changesLeft-- <= 0) {
      crashed = true;
      requireUp();
    }
  }

  private void requireUp() throws IOException {
    if (crashed) {
      throw new IOException("the machine has crashed");
    }
  }

  private void write(CrashingFile file, ByteBuffer source, long position) throws IOException {
    requireUp();
    byte[] bytes = new byte[source.remaining()];
    source.get(bytes);
    if (position + bytes.length - file.size() > capacity - used()) {
      throw new NoSpaceException("no space left", new IOException());
    }
    file.write(position, bytes);
    step();
  }

  private final class Handle implements DiskFile {
    private final CrashingFile file;

    Handle(CrashingFile file) {
      this.file = file;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      synchronized (CrashingDisk.this) {
        requireUp();
        if (failingReads) {
          throw new IOException("Input/output error");
        }
        return file.read(target, position);
      }
    }

    @Override
    public int readNow(ByteBuffer target, long position) throws IOException {
      synchronized (CrashingDisk.this) {
        if (cached == Cached.NONE || (cached == Cached.SOME && caching.nextBoolean())) {
          throw new NotCachedException();
        }
        return read(target, position);
      }
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      synchronized (CrashingDisk.this) {
        CrashingDisk.this.write(file, source, position);
      }
    }

    @Override
    public void gather(ByteBuffer[] sources, long position) throws IOException {
      synchronized (CrashingDisk.this) {
        long at = position;
        for (ByteBuffer source : sources) {
          int length = source.remaining();
          CrashingDisk.this.write(file, source, at);
          at += length;
        }
      }
    }

    @Override
    public boolean allocate(long from, long to) throws IOException {
      synchronized (CrashingDisk.this) {
        requireUp();
        if (!givesRoom || to - file.size() > capacity - used()) {
          return false;
        }
        file.allocate(to);
        step();
        return true;
      }
    }

    @Override
    public void uncache(long from, long to) {
      synchronized (CrashingDisk.this) {
        file.uncache(new Span(from, to));
      }
    }

    @Override
    public void force() throws IOException {
      meet();
      forcing.readLock().lock();
      try {
        forceNow();
      } finally {
        forcing.readLock().unlock();
      }
    }

    private void meet() throws IOException {
      meeting.countDown();
      try {
        meeting.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }

    private void forceNow() throws IOException {
      synchronized (CrashingDisk.this) {
        if (brokenForces) {
          throw new InternalError("a fault that is not the disk's");
        }
        boolean doneFirst = random.nextBoolean();
        if (failingForces) {
          file.failForce();
          throw new IOException("Input/output error");
        }
        if (doneFirst && !crashed) {
          file.force();
        }
        step();
        file.force();
        forces++;
      }
    }

    @Override
    public long size() {
      synchronized (CrashingDisk.this) {
        return file.size();
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      synchronized (CrashingDisk.this) {
        requireUp();
        file.truncate(size);
        step();
      }
    }

    @Override
    public void close() {
      // Closing syncs nothing.
    }
  }
}
