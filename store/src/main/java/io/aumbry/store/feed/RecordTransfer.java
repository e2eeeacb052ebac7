package io.aumbry.store.feed;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits and verifies records from a peer, which arrive in slices of any size. */
public final class RecordTransfer {
  private final List<Buffer> slices;
  private int slice;
  private int offset;
  private int left;

  private RecordTransfer(Body records) {
    this.slices = records.slices();
    this.left = records.size();
  }

  /**
   * The records up to sequence number {@code last}, owned by the caller. Their content refers to
   * slices of {@code records}.
   *
   * @throws AumbryException {@code CORRUPT_TRANSFER} when a record is damaged or incomplete
   */
  public static List<RecordDraft> drafts(Body records, long last) {
    RecordTransfer transfer = new RecordTransfer(records);
    List<RecordDraft> drafts = new ArrayList<>();
    try {
      while (transfer.left > 0) {
        transfer.next(last).ifPresent(drafts::add);
      }
      return drafts;
    } catch (RuntimeException | Error e) {
      drafts.forEach(RecordDraft::close);
      throw e;
    }
  }

  /** Empty for a record after {@code last}. */
  private Optional<RecordDraft> next(long last) {
    ByteBuffer fixed = ByteBuffer.allocate(Math.min(left, RecordCodec.FIXED_LENGTH));
    peek(fixed);
    int headerLength =
        fixed.capacity() < RecordCodec.FIXED_LENGTH ? 0 : RecordCodec.headerLengthAt(fixed, 0);
    if (headerLength == 0 || RecordCodec.recordLengthAt(fixed, 0) > left) {
      throw broken("a record is incomplete");
    }
    ByteBuffer head = ByteBuffer.allocate(headerLength);
    peek(head);
    RecordHeader header = decode(head);
    skip(headerLength);
    Body content = take(header.contentLength());
    skip(header.recordLength() - headerLength - header.contentLength());
    RecordDraft draft = RecordCodec.draft(header, HeapBuffer.copyOf(head.position(0)), content);
    if (header.stamp().sequence() > last) {
      draft.close();
      return Optional.empty();
    }
    try {
      RecordCodec.check(draft);
      return Optional.of(draft);
    } catch (AumbryException e) {
      draft.close();
      throw e;
    }
  }

  private static RecordHeader decode(ByteBuffer head) {
    try {
      return RecordCodec.decode(head, 0);
    } catch (AumbryException e) {
      throw broken(String.valueOf(e.getMessage()));
    }
  }

  private void peek(ByteBuffer to) {
    int at = offset;
    for (int i = slice; to.hasRemaining(); i++) {
      ByteBuffer view = slices.get(i).view().position(at);
      to.put(view.limit(Math.min(view.limit(), at + to.remaining())));
      at = 0;
    }
  }

  private void skip(int length) {
    take(length).close();
  }

  private Body take(int length) {
    List<Buffer> taken = new ArrayList<>();
    int missing = length;
    while (missing > 0) {
      Buffer current = slices.get(slice);
      int step = Math.min(missing, current.size() - offset);
      if (step > 0) {
        taken.add(current.slice(offset, step));
      }
      offset += step;
      missing -= step;
      if (offset == current.size()) {
        slice++;
        offset = 0;
      }
    }
    left -= length;
    return Body.of(taken);
  }

  private static AumbryException broken(String why) {
    return new AumbryException(
        ErrorCode.CORRUPT_TRANSFER, "The records from another replica are broken: " + why);
  }
}
