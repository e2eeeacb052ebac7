package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Bypasses the page cache where this is supported. Not thread-safe. */
final class UncachedFile implements DiskFile {
  private static final int AT_ONCE = 1 << 20;

  private final Path path;
  private final int block;
  private final ByteBuffer aligned;
  private final FileChannel channel;
  private final DirectReads reads;

  /** Whether reads bypass the cache. */
  private boolean direct;

  private UncachedFile(Path path, FileChannel channel, DirectReads reads, int block) {
    this.path = path;
    this.channel = channel;
    this.block = block;
    this.reads = reads;
    this.direct = true;
    this.aligned = ByteBuffer.allocateDirect(AT_ONCE + block).alignedSlice(block);
  }

  static UncachedFile open(Path path) throws IOException {
    int block = Math.clamp(Files.getFileStore(path).getBlockSize(), 4096, AT_ONCE / 2);
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    return new UncachedFile(path, channel, DirectReads.open(path), block);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    int total = 0;
    boolean more = true;
    while (more && target.hasRemaining()) {
      int read = readSome(target, position + total);
      total += read;
      more = read > 0;
    }
    return total;
  }

  @Override
  public int readNow(ByteBuffer target, long position) throws NotCachedException {
    throw new NotCachedException();
  }

  private int readSome(ByteBuffer target, long position) throws IOException {
    long from = position / block * block;
    int skipped = (int) (position - from);
    long wanted = (long) skipped + target.remaining() + block - 1;
    aligned.clear().limit((int) Math.min(AT_ONCE, wanted) / block * block);
    readAligned(from);
    aligned.flip();
    if (aligned.limit() <= skipped) {
      return 0;
    }
    aligned.position(skipped);
    int length = Math.min(aligned.remaining(), target.remaining());
    target.put(aligned.limit(skipped + length));
    return length;
  }

  /** Reads until a partial block, which is the end of the file. */
  private void readAligned(long from) throws IOException {
    boolean more = true;
    while (more && aligned.hasRemaining()) {
      int read = readOnce(from + aligned.position());
      more = read > 0 && aligned.position() % block == 0;
    }
  }

  /**
   * Falls back to normal reads if the system refuses direct ones. After an error of the device, a
   * normal read might return bytes of the page cache.
   */
  private int readOnce(long position) throws IOException {
    int read = direct ? reads.read(aligned, position) : 0;
    if (read < 0) {
      direct = false;
    }
    return direct ? read : SystemError.classing(() -> channel.read(aligned, position));
  }

  @Override
  public void write(ByteBuffer source, long position) {
    throw new UnsupportedOperationException(path + " is open for reading");
  }

  @Override
  public void gather(ByteBuffer[] sources, long position) {
    throw new UnsupportedOperationException(path + " is open for reading");
  }

  @Override
  public boolean allocate(long from, long to) {
    throw new UnsupportedOperationException(path + " is open for reading");
  }

  @Override
  public void uncache(long from, long to) {}

  @Override
  public void force() {
    throw new UnsupportedOperationException(path + " is open for reading");
  }

  @Override
  public long size() throws IOException {
    return SystemError.classing(channel::size);
  }

  @Override
  public void truncate(long size) {
    throw new UnsupportedOperationException(path + " is open for reading");
  }

  @Override
  public void close() throws IOException {
    reads.close();
    channel.close();
  }
}
