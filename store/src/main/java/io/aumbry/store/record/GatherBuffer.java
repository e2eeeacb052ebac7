package io.aumbry.store.record;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects records for one gathering write. Copies headers and small content, and writes large
 * content from its own buffers. Used by one writer thread.
 */
public final class GatherBuffer {
  private static final int COPIED = 1 << 20;
  private static final int MAX_BYTES = 8 << 20;
  private static final int MAX_COPIED_PIECE = 16 * 1024;

  private final ByteBuffer copied = ByteBuffer.allocateDirect(COPIED);
  private final List<ByteBuffer> parts = new ArrayList<>();
  private int runStart;
  private long size;
  private int records;

  public boolean isFullFor(int headerLength) {
    return size >= MAX_BYTES || copied.remaining() < headerLength + RecordCodec.ALIGNMENT;
  }

  public void addRecord(RecordDraft draft, Stamp stamp) {
    int start = copied.position();
    RecordCodec.encodeHeader(draft, stamp, copied);
    size += copied.position() - start;
    draft.content().slices().forEach(this::addContent);
    int padding = draft.recordLength() - draft.headerLength() - draft.content().size();
    for (int i = 0; i < padding; i++) {
      copied.put((byte) 0);
    }
    size += padding;
    records++;
  }

  private void addContent(Buffer slice) {
    boolean copy =
        slice.size() <= MAX_COPIED_PIECE
            && copied.remaining() >= slice.size() + RecordCodec.ALIGNMENT;
    if (copy) {
      copied.put(slice.view());
    } else {
      endRun();
      parts.add(slice.view());
    }
    size += slice.size();
  }

  private void endRun() {
    if (copied.position() > runStart) {
      parts.add(copied.slice(runStart, copied.position() - runStart));
      runStart = copied.position();
    }
  }

  public long size() {
    return size;
  }

  public long meanRecord() {
    return size / Math.max(1, records);
  }

  /** Clears the buffer even if the write fails. */
  public void writeTo(DiskFile file, long position) throws IOException {
    endRun();
    try {
      file.gather(parts.toArray(ByteBuffer[]::new), position);
    } finally {
      forget();
    }
  }

  public void forget() {
    parts.clear();
    copied.clear();
    runStart = 0;
    size = 0;
    records = 0;
  }
}
