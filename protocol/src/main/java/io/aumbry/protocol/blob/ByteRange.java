package io.aumbry.protocol.blob;

import java.util.Optional;

/** A requested range of a blob, before the blob's size is known (RFC 9110, 14.1.2). */
public sealed interface ByteRange {
  /** No bytes, only the blob's properties. */
  record None() implements ByteRange {}

  record All() implements ByteRange {}

  /** From {@code first} to {@code last}, both inclusive, or to the end if that is earlier. */
  record FromTo(long first, long last) implements ByteRange {
    public FromTo {
      if (first < 0 || last < first) {
        throw new IllegalArgumentException("range from " + first + " to " + last);
      }
    }
  }

  record From(long first) implements ByteRange {
    public From {
      if (first < 0) {
        throw new IllegalArgumentException("range from " + first);
      }
    }
  }

  /** The last {@code length} bytes, or all if there are fewer. */
  record Suffix(long length) implements ByteRange {
    public Suffix {
      if (length < 0) {
        throw new IllegalArgumentException("last " + length + " bytes");
      }
    }
  }

  /** The bytes from {@code from} (inclusive) to {@code to} (exclusive). */
  record Resolved(long from, long to) {
    public long length() {
      return to - from;
    }
  }

  /** Applies this range to a blob of {@code size} bytes. Empty if it covers none of them. */
  default Optional<Resolved> resolve(long size) {
    return switch (this) {
      case None() -> Optional.of(new Resolved(0, 0));
      case All() -> Optional.of(new Resolved(0, size));
      case FromTo(long first, long last) ->
          first < size
              ? Optional.of(new Resolved(first, Math.min(last, size - 1) + 1))
              : Optional.empty();
      case From(long first) ->
          first < size ? Optional.of(new Resolved(first, size)) : Optional.empty();
      case Suffix(long length) ->
          length > 0 && size > 0
              ? Optional.of(new Resolved(Math.max(0, size - length), size))
              : Optional.empty();
    };
  }
}
