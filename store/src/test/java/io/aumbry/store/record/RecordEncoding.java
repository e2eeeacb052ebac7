package io.aumbry.store.record;

/** The writer's work in memory per record, for benchmarks. */
public final class RecordEncoding {
  private final GatherBuffer gather = new GatherBuffer();
  private long sequence;

  /** Encodes a record without writing it; returns its length. */
  public long encode(RecordDraft draft) {
    gather.addRecord(draft, new Stamp(++sequence, sequence, 1));
    long length = gather.size();
    gather.forget();
    return length;
  }
}
