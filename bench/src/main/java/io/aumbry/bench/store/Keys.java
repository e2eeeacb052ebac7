package io.aumbry.bench.store;

/** The choice of blobs to read. */
enum Keys {
  /** All blobs are equally likely. */
  UNIFORM {
    @Override
    long choose(long draw, long count) {
      return Long.remainderUnsigned(draw, count);
    }
  },

  /** Mostly new blobs. Their age is exponential, with a mean of 1/64 of all blobs. */
  RECENT {
    private static final int SHARE = 64;

    @Override
    long choose(long draw, long count) {
      double share = (draw >>> 11) * 0x1.0p-53;
      long age = (long) (-Math.log(1 - share) * count / SHARE);
      return Math.max(0, count - 1 - age);
    }
  };

  /** Maps 64 uniformly distributed bits to a number from 0 to {@code count - 1}. */
  abstract long choose(long draw, long count);
}
