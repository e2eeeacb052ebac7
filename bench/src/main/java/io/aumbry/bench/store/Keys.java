package io.aumbry.bench.store;

/** Which blobs are read. */
enum Keys {
  /** All equally likely. */
  UNIFORM {
    @Override
    long choose(long draw, long count) {
      return Long.remainderUnsigned(draw, count);
    }
  },

  /** New ones above all: the age is exponential, with a mean of 1/64 of all blobs. */
  RECENT {
    private static final int SHARE = 64;

    @Override
    long choose(long draw, long count) {
      double share = (draw >>> 11) * 0x1.0p-53;
      long age = (long) (-Math.log(1 - share) * count / SHARE);
      return Math.max(0, count - 1 - age);
    }
  };

  /** One of the blobs 0 to {@code count - 1}, for 64 evenly distributed bits. */
  abstract long choose(long draw, long count);
}
