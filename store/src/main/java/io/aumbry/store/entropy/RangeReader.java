package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare.Living;
import io.aumbry.store.entropy.ReplicaComparison.Differences;
import io.aumbry.store.entropy.ReplicaComparison.Listing;
import io.aumbry.store.entropy.ReplicaComparison.Share;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** Calls may wait for the disk. */
public final class RangeReader {
  private static final int MOST = 16 * ReplicaComparison.BLOBS_IN_RANGE;

  private final BlobScan scan;

  public RangeReader(BlobScan scan) {
    this.scan = scan;
  }

  public List<Share> cut(IdRange within, int most, LeftOut leftOut) throws IOException {
    RangeCuts cuts = new RangeCuts(within, most, leftOut);
    scan.show(within, cuts::add);
    return cuts.finish();
  }

  public List<RangeDigest> digests(List<IdRange> ranges, LeftOut leftOut) throws IOException {
    if (ranges.isEmpty()) {
      return List.of();
    }
    RangeDigests digests = new RangeDigests(ranges, leftOut, MOST);
    IdRange all = new IdRange(ranges.getFirst().after(), ranges.getLast().upTo());
    scan.show(all, digests::add);
    return digests.finish();
  }

  public Listing list(IdRange range, int most) throws IOException {
    Known known = known(range, most);
    return new Listing(BlobList.write(known.blobs()), known.covered().equals(range));
  }

  /** Reads a bounded part of the index, so a page may be short or empty before the range ends. */
  public BlobPage living(Living question, long wallMillis) throws IOException {
    PageScan page = new PageScan(question, wallMillis);
    scan.show(question.range(), page::add);
    return page.finish();
  }

  private static final class PageScan {
    private final IdRange range;
    private final Predicate<BlobId> wanted;
    private final int most;
    private final long wallMillis;
    private final List<BlobId> ids = new ArrayList<>();
    private int seen;
    private UUID last = IdRange.START;
    private boolean isCut;

    PageScan(Living question, long wallMillis) {
      this.range = question.range();
      this.wanted = question.wanted();
      this.most = Math.clamp(question.most(), 1, BlobPage.MAX_IDS);
      this.wallMillis = wallMillis;
    }

    /** Ids with the same uuid are not separated, because the next page begins after a uuid. */
    boolean add(KnownBlob blob) {
      BlobId id = blob.id();
      isCut = (seen >= MOST || ids.size() >= most) && !id.uuid().equals(last);
      if (isCut) {
        return false;
      }
      seen++;
      last = id.uuid();
      boolean isAlive = !blob.state().deleted() && !blob.state().isExpiredAt(wallMillis);
      if (isAlive && blob.isHeld() && wanted.test(id)) {
        ids.add(id);
      }
      return true;
    }

    BlobPage finish() {
      return new BlobPage(ids, isCut ? last : range.upTo());
    }
  }

  public Differences compare(IdRange range, Listing theirs, LeftOut leftOut) throws IOException {
    List<KnownBlob> there = BlobList.read(theirs.blobs());
    Known here = known(covered(range, there, theirs.whole()), MOST);
    List<KnownBlob> within =
        there.stream().filter(blob -> here.covered().contains(blob.id().uuid())).toList();
    return new Differences(here.covered(), Difference.of(here.blobs(), within, leftOut));
  }

  private static IdRange covered(IdRange range, List<KnownBlob> listed, boolean whole) {
    boolean within = listed.stream().allMatch(blob -> range.contains(blob.id().uuid()));
    if (!within || (listed.isEmpty() && !whole)) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER, "Another replica listed blobs outside the requested range");
    }
    return whole ? range : range.endingWith(listed.getLast().id().uuid());
  }

  /**
   * The blobs of a range, as far as they were read.
   *
   * @param covered the part of the range that {@code blobs} lists completely
   */
  private record Known(List<KnownBlob> blobs, IdRange covered) {}

  private Known known(IdRange range, int most) throws IOException {
    List<KnownBlob> blobs = new ArrayList<>();
    boolean[] cut = {false};
    scan.show(
        range,
        blob -> {
          boolean full =
              blobs.size() >= Math.clamp(most, 1, MOST)
                  && !blob.id().uuid().equals(blobs.getLast().id().uuid());
          cut[0] = full;
          return !full && blobs.add(blob);
        });
    return new Known(blobs, cut[0] ? range.endingWith(blobs.getLast().id().uuid()) : range);
  }
}
