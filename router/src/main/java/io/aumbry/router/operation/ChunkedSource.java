package io.aumbry.router.operation;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.replica.ReplicaRead;
import io.aumbry.router.replica.RouterContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/**
 * A range of a blob that is cut into chunks. The source asks nodes for the part being read and for
 * a few parts behind it, each with memory claimed for it. Parts begin small and grow to whole
 * chunks as the client takes them, so that a client that reads nothing costs little. One claim
 * lasts from beginning to end, so that a read that has begun never waits for room: without room to
 * grow, parts stay small. Reading ahead uses memory that is plentiful, once the client has taken
 * half a chunk. Nothing is asked for as long as the client admits no bytes.
 *
 * <p>Chunks are read whatever their own state is. They are deleted after the manifest only, and a
 * reader that has the manifest may finish.
 */
final class ChunkedSource implements ByteSource {
  /** The first part, in bytes. */
  private static final int FIRST_PART = 4 * BlockChecksums.BLOCK_SIZE;

  private static final int GROWTH = 4;

  private final RouterContext parts;
  private final RequestContext context;
  private final Iterator<Manifest.Chunk> chunks;
  private final ByteRange.Resolved range;
  private final long largest;
  private final Deque<HeldSource> asked = new ArrayDeque<>(2);

  /** The chunk that is asked for next, or in part already, and where in the blob it begins. */
  private Manifest.Chunk chunk;

  private long chunkStart;

  /** Where in the blob the next part begins. */
  private long position;

  private boolean begun;
  private long handedOn;

  /** The claim that stays until the last bytes are sent. */
  private Claim last;

  /**
   * Reads {@code range}, which is not empty.
   *
   * @param claim on room for {@link #firstPart}, which is taken over
   */
  ChunkedSource(
      RouterContext parts,
      Manifest manifest,
      ByteRange.Resolved range,
      Claim claim,
      RequestContext context) {
    this.parts = parts;
    this.context = context;
    this.range = range;
    this.largest = largestPart(manifest, range);
    this.chunks = manifest.chunks().iterator();
    this.chunk = chunks.next();
    this.position = range.from();
    this.last = claim;
    if (context.claimant().admitsBytes()) {
      begin();
    }
  }

  private void begin() {
    begun = true;
    askNext(last);
  }

  /** The bytes that the first part takes in memory. */
  static long firstPart(Manifest manifest, ByteRange.Resolved range) {
    return Math.min(GetOperation.withBlocks(FIRST_PART), largestPart(manifest, range));
  }

  private static long largestPart(Manifest manifest, ByteRange.Resolved range) {
    int largest = 0;
    for (Manifest.Chunk chunk : manifest.chunks()) {
      largest = Math.max(largest, chunk.length());
    }
    return Math.min(largest, GetOperation.withBlocks(range.length()));
  }

  @Override
  public Optional<Buffer> next() {
    if (!begun) {
      begin();
    }
    while (!asked.isEmpty()) {
      readAhead();
      HeldSource current = asked.getFirst();
      Optional<Buffer> bytes = current.source().next();
      if (bytes.isPresent()) {
        handedOn += bytes.get().size();
        return bytes;
      }
      asked.removeFirst();
      goOn(current.claim());
    }
    return Optional.empty();
  }

  private void readAhead() {
    while (handedOn >= largest / 2
        && asked.size() <= parts.config().pipeline().readAhead()
        && isMoreToAsk()) {
      Claim claim = parts.budget().open(context.claimant());
      if (!claim.tryGrowIfAmple(largest)) {
        return;
      }
      askNext(claim);
    }
  }

  private void goOn(Claim free) {
    if (!asked.isEmpty()) {
      free.close();
    } else if (isMoreToAsk()) {
      long held = free.held();
      var _ = free.tryGrow(Math.max(0, Math.min(largest, held * GROWTH) - held));
      askNext(free);
    } else {
      last = free;
    }
  }

  private boolean isMoreToAsk() {
    return position < range.to();
  }

  /** Asks for the part of one chunk that fits into {@code claim}. */
  private void askNext(Claim claim) {
    while (position >= chunkStart + chunk.length()) {
      chunkStart += chunk.length();
      chunk = chunks.next();
    }
    long from = position - chunkStart;
    long end = Math.min(chunk.length(), range.to() - chunkStart);
    long to = end - from <= claim.held() ? end : Math.min(end, from + part(claim));
    position = chunkStart + to;
    try {
      ReplicaRead read =
          new ReplicaRead(
              parts.nodes(),
              parts.config().writeQuorum(),
              new NodeRequest.Get(chunk.id(), new ByteRange.None(), true, true),
              context);
      read.ask(new ByteRange.FromTo(from, to - 1));
      asked.add(new HeldSource(new RecordSource(read, from, to), claim));
    } catch (RuntimeException | Error failure) {
      claim.close();
      throw failure;
    }
  }

  /** A part of a chunk comes with the rest of the blocks in which it begins and ends. */
  private static long part(Claim claim) {
    long blocks = 2L * BlockChecksums.BLOCK_SIZE;
    return Math.max(BlockChecksums.BLOCK_SIZE, claim.held() - blocks);
  }

  @Override
  public void close() {
    asked.forEach(HeldSource::close);
    asked.clear();
    last.close();
  }
}
