package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeRequest.Compare.Question;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;

/** Binary form of the fields of {@link Compare}. A u8 tells the kind of question. */
final class CompareCodec {
  private static final int DIGESTS = 0;
  private static final int ENTRIES = 1;
  private static final int RECORDS = 2;
  private static final int PROVEN = 3;
  private static final int NAMED = 4;
  private static final int REMOVABLE = 5;
  private static final int USAGE = 6;
  private static final int RANGE_SIZE = 4 * Long.BYTES;
  private static final int CONTAINER_SIZE = 2 * Integer.BYTES + 2 * Long.BYTES;

  private CompareCodec() {}

  static void write(HeaderWriter to, Compare compare) {
    to.text(compare.asker()).u32(compare.partition());
    switch (compare.question()) {
      case Compare.Digests(var scope, var ranges) ->
          to.u8(DIGESTS)
              .u64(scope.deletedUntil())
              .u64(scope.expiredUntil())
              .list(ranges, range -> writeRange(to, range));
      case Compare.Entries(var range, int most) -> writeRange(to.u8(ENTRIES), range).u32(most);
      case Compare.Records(var ids, int maxBytes) ->
          to.u8(RECORDS).list(ids, to::blobId).u32(maxBytes);
      case Compare.Proven() -> to.u8(PROVEN);
      case Compare.Named(var range, int most) -> writeRange(to.u8(NAMED), range).u32(most);
      case Compare.Removable(var containers, var range, int most) ->
          writeRange(
                  to.u8(REMOVABLE).list(containers, container -> writeContainer(to, container)),
                  range)
              .u32(most);
      case Compare.Usage(var after, int most) ->
          to.u8(USAGE).u32(after.account()).u32(after.container()).u32(most);
    }
  }

  static Compare read(HeaderReader from) {
    return new Compare(from.text(), from.u32(), readQuestion(from));
  }

  private static Question readQuestion(HeaderReader from) {
    int type = from.u8();
    return switch (type) {
      case DIGESTS ->
          new Compare.Digests(
              new Scope(from.u64(), from.u64()), from.list(RANGE_SIZE, () -> readRange(from)));
      case ENTRIES -> new Compare.Entries(readRange(from), from.u32());
      case RECORDS -> new Compare.Records(from.list(BlobId.SIZE, from::blobId), from.u32());
      case PROVEN -> new Compare.Proven();
      case NAMED -> new Compare.Named(readRange(from), from.u32());
      case REMOVABLE ->
          new Compare.Removable(
              from.list(CONTAINER_SIZE, () -> readContainer(from)), readRange(from), from.u32());
      case USAGE -> new Compare.Usage(new UsagePage.From(from.u32(), from.u32()), from.u32());
      default -> throw new IllegalArgumentException("question " + type);
    };
  }

  private static HeaderWriter writeRange(HeaderWriter to, IdRange range) {
    return to.uuid(range.after()).uuid(range.upTo());
  }

  private static void writeContainer(HeaderWriter to, DeletedContainer container) {
    to.u32(container.key().account())
        .u32(container.key().container())
        .u64(container.deletedMillis())
        .u64(container.retentionMillis());
  }

  private static DeletedContainer readContainer(HeaderReader from) {
    return new DeletedContainer(
        new DeletedContainer.Key(from.u32(), from.u32()), from.u64(), from.u64());
  }

  private static IdRange readRange(HeaderReader from) {
    return new IdRange(from.uuid(), from.uuid());
  }
}
