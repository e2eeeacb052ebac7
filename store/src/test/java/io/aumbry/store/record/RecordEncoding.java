package io.aumbry.store.record;

/** What the writer does for each record in memory, for benchmarks. */
public final class RecordEncoding {
  private final GatherBuffer gather = new GatherBuffer();
  private long sequence;

  /** Encodes a record for the next write, which does not come; returns its length. */
  public long encode(RecordDraft draft) {
    gather.addRecord(draft, new Stamp(++sequence, sequence, 1));
    long length = gather.size();
    gather.forget();
    return length;
  }
}
