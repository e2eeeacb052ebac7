package io.aumbry.protocol.buffer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The whole content of one message or chunk in memory, as slices: those that arrived, with small
 * ones joined. At most 2 GiB.
 */
public final class Body implements AutoCloseable {
  private static final Body EMPTY = new Body(List.of());

  private final List<Buffer> slices;
  private final int size;

  private Body(List<Buffer> slices) {
    this.slices = slices;
    this.size = Math.toIntExact(slices.stream().mapToLong(Buffer::size).sum());
  }

  public static Body empty() {
    return EMPTY;
  }

  /** Takes over {@code slices}. */
  public static Body of(List<Buffer> slices) {
    return slices.isEmpty() ? EMPTY : new Body(List.copyOf(slices));
  }

  /** Takes over {@code slice}. */
  public static Body of(Buffer slice) {
    return new Body(List.of(slice));
  }

  /** Reads {@code source} to its end. The caller must have bounded its size. */
  public static Body readFully(ByteSource source) {
    try (Builder builder = new Builder()) {
      for (var next = source.next(); next.isPresent(); next = source.next()) {
        builder.add(next.get());
      }
      return builder.build();
    }
  }

  /** Collects slices, and copies adjacent small ones together. */
  public static final class Builder implements AutoCloseable {
    private final List<Buffer> slices = new ArrayList<>();
    private Optional<JoinedPieces> small = Optional.empty();

    /** Takes over {@code slice}. */
    public void add(Buffer slice) {
      if (!JoinedPieces.isSmall(slice)) {
        endSmall();
        slices.add(slice);
      } else if (small.isEmpty() || !small.get().append(slice)) {
        endSmall();
        small = Optional.of(new JoinedPieces(slice));
      }
    }

    private void endSmall() {
      small.map(JoinedPieces::take).ifPresent(slices::add);
      small = Optional.empty();
    }

    /** Hands over the slices. */
    public Body build() {
      endSmall();
      Body body = of(slices);
      slices.clear();
      return body;
    }

    /** Frees slices that were not handed over. */
    @Override
    public void close() {
      endSmall();
      slices.forEach(Buffer::close);
      slices.clear();
    }
  }

  public int size() {
    return size;
  }

  /** The slices in order. The body still owns them. */
  public List<Buffer> slices() {
    return slices;
  }

  /** Adds an owner of the same bytes. */
  public Body retain() {
    slices.forEach(Buffer::retain);
    return this;
  }

  /** Returns the slices as a stream, which takes over this body. */
  public ByteSource toSource() {
    return slices.isEmpty() ? EmptySource.EMPTY : new Slices(slices);
  }

  private static final class Slices implements ByteSource {
    private final Iterator<Buffer> left;

    Slices(List<Buffer> slices) {
      this.left = slices.iterator();
    }

    @Override
    public Optional<Buffer> next() {
      while (left.hasNext()) {
        Buffer slice = left.next();
        if (slice.size() > 0) {
          return Optional.of(slice);
        }
        slice.close();
      }
      return Optional.empty();
    }

    @Override
    public void close() {
      left.forEachRemaining(Buffer::close);
    }
  }

  /** Copies the bytes to the heap. Meant for small content such as manifests. */
  public byte[] toByteArray() {
    byte[] bytes = new byte[size];
    int at = 0;
    for (Buffer slice : slices) {
      slice.view().get(bytes, at, slice.size());
      at += slice.size();
    }
    return bytes;
  }

  @Override
  public void close() {
    slices.forEach(Buffer::close);
  }
}
