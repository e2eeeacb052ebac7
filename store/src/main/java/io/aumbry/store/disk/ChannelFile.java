package io.aumbry.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Only gathering writes use the position of the channel. */
final class ChannelFile implements DiskFile {
  private final FileChannel channel;
  private final SharedDescriptor descriptor;
  private final RandomReads random;
  private final FileAllocation room;

  ChannelFile(FileChannel channel, SharedDescriptor descriptor) {
    this.channel = channel;
    this.descriptor = descriptor;
    this.random = new RandomReads(descriptor);
    this.room = new FileAllocation(descriptor);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return SystemError.classing(() -> readAll(target, position));
  }

  private int readAll(ByteBuffer target, long position) throws IOException {
    int total = 0;
    while (target.hasRemaining()) {
      int read = channel.read(target, position + total);
      if (read < 0) {
        break;
      }
      total += read;
    }
    return total;
  }

  @Override
  public int readAlone(ByteBuffer target, long position) throws IOException {
    int start = target.position();
    if (random.read(target, position)) {
      return target.position() - start;
    }
    return read(target.position(start), position);
  }

  @Override
  public void announce(long position, long length) {
    random.announce(position, length);
  }

  @Override
  public int readNow(ByteBuffer target, long position) throws IOException {
    return random.readNow(target, position);
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    SystemError.classing(() -> {
      for (long at = position; source.hasRemaining(); ) {
        at += channel.write(source, at);
      }
    });
  }

  @Override
  public void gather(ByteBuffer[] sources, long position) throws IOException {
    SystemError.classing(() -> gatherAll(sources, position));
  }

  private void gatherAll(ByteBuffer[] sources, long position) throws IOException {
    long left = 0;
    for (ByteBuffer source : sources) {
      left += source.remaining();
    }
    channel.position(position);
    int first = 0;
    while (left > 0) {
      left -= channel.write(sources, first, sources.length - first);
      while (first < sources.length && !sources[first].hasRemaining()) {
        first++;
      }
    }
  }

  @Override
  public boolean allocate(long from, long to) {
    return room.allocate(from, to);
  }

  @Override
  public void uncache(long from, long to) {
    room.uncache(from, to);
  }

  @Override
  public void force() throws IOException {
    SystemError.classing(() -> channel.force(false));
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void truncate(long size) throws IOException {
    SystemError.classing(() -> {
      channel.truncate(size);
    });
  }

  @Override
  public void close() throws IOException {
    descriptor.close();
    channel.close();
  }
}
